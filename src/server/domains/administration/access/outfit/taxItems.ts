import { taxItemRate } from '../../../../../model/settlement/taxItemRate.ts'
import type { Brought } from './outfit.ts'

/** A tax item, and the types of plans whose fees are paid under it. */
export interface TaxItem {
  readonly code: string
  readonly name: string
  readonly planTypes: readonly (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8)[]
}

/** Tax items of the eight kinds of activity; some kinds share one. */
export const TAX_ITEMS: readonly TaxItem[] = [
  { code: 'TI01', name: '劳务报酬-学术讲课费', planTypes: [1, 2] },
  { code: 'TI02', name: '劳务报酬-病例征集费', planTypes: [3] },
  { code: 'TI03', name: '劳务报酬-临床调研费', planTypes: [4] },
  { code: 'TI04', name: '劳务报酬-用药反馈费', planTypes: [5] },
  { code: 'TI05', name: '劳务报酬-专业评审费', planTypes: [6] },
  { code: 'TI06', name: '劳务报酬-知识创作费', planTypes: [7, 8] },
]

/** Rates as small taxpayers often have them. */
export const EXAMPLE_RATES = {
  vatRate: '0.010000',
  vatMonthThreshold: '100000.00',
  urbanRate: '0.070000',
  eduRate: '0.030000',
  localEduRate: '0.020000',
  reductionRate: '0.500000',
  iitMethod: 1,
  iitFixedRate: '0.000000',
} as const

/**
 * 税目税率: examples of no fiscal-tax company, disabled: nothing is taxed by one. Whoever adds the first rates copies them and
 * checks each figure.
 */
export const taxItems: Brought = {
  of: taxItemRate,
  by: ['taxItemCode'],
  rows: TAX_ITEMS.map(({ code, name }, at) => ({
    taxItemCode: code,
    taxItemName: `${name}（示例，请核对）`,
    ...EXAMPLE_RATES,
    sort: at + 1,
    enableStatus: 0,
  })),
}
