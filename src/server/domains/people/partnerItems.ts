import type { RowOf } from '../../../model/language/resource.ts'
import type { entrustedThirdRel } from '../../../model/people/entrustedThirdRel.ts'
import { taxItemRate } from '../../../model/settlement/taxItemRate.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writing/hooks.ts'

const FISCAL_TAX = 1

/** The codes of the tax items that a company and a partner work together for, however they were separated. Pure. */
export const itemsOf = (link: Pick<RowOf<typeof entrustedThirdRel>, 'taxItemCodes'>): string[] =>
  (link.taxItemCodes ?? '').split(/[,，、;；\s]+/).filter(Boolean)

/**
 * Before a link is written: a fiscal-tax company is linked for tax items that it has rates of, or else nothing could ever be
 * accepted under it. Which these are is said, so that nobody has to look for them.
 */
export const partnerLinked: Prepare = async (values, before, work) => {
  const link = { ...before, ...values } as Partial<RowOf<typeof entrustedThirdRel>>
  if (link.thirdType !== FISCAL_TAX || !link.thirdPlatformId) return {}
  const rates = await work.rows(taxItemRate, { fiscalTaxId: link.thirdPlatformId, enableStatus: 1 })
  const offered = new Map(rates.map((r) => [r.taxItemCode ?? '', r.taxItemName ?? '']))
  const codes = itemsOf({ taxItemCodes: link.taxItemCodes ?? null })
  const strange = codes.find((code) => !offered.has(code))
  if (codes.length > 0 && !strange) return { taxItemCodes: [...new Set(codes)].join(',') }
  const list = [...offered].map(([code, name]) => `${code} ${name}`).join('；')
  const [zh, en] = strange
    ? [`没有启用的税目“${strange}”`, `No tax item ${strange} is enabled`]
    : ['请填写税目编号', 'Please enter the tax items']
  const problem: readonly [string, string] =
    offered.size > 0
      ? [`${zh}；该财税公司启用的税目：${list}`, `${en}; those of this fiscal-tax company: ${list}`]
      : [
          `${zh}；请先由税务在“税目税率”中为该财税公司启用税率`,
          `${en}; tax staff enable a rate of this fiscal-tax company first (tax rates)`,
        ]
  throw new AppError(400, problem, { taxItemCodes: problem[0] })
}
