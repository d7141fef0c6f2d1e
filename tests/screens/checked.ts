/** `seen`: as it should be. `mended`: it was not. `none`: there is nothing of the kind. */
type Found = 'seen' | 'mended' | 'none'

/** What a screen was looked at for, in the order of the table. */
export const looks = [
  'keyboard alone',
  'bad input, long values',
  'loading',
  'error, offline',
  'what is disabled says why',
] as const

/** What was found when a person went through the screens; `name` as in shown.ts. */
export const checked: readonly {
  readonly name: string
  readonly found: readonly [Found, Found, Found, Found, Found]
}[] = [
  { name: 'company', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'company-edit', found: ['seen', 'seen', 'mended', 'mended', 'mended'] },
  { name: 'doctor', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'case-report', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'case-template', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'meeting-plan', found: ['mended', 'mended', 'mended', 'mended', 'none'] },
  { name: 'meeting', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'result-order', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'company-invoice-edit', found: ['mended', 'seen', 'mended', 'mended', 'none'] },
  { name: 'tax-return', found: ['seen', 'seen', 'mended', 'mended', 'seen'] },
  { name: 'prepaid-records', found: ['seen', 'seen', 'mended', 'mended', 'none'] },
  { name: 'content-edit', found: ['seen', 'seen', 'mended', 'mended', 'none'] },
  { name: 'dictionaries', found: ['seen', 'seen', 'mended', 'mended', 'none'] },
  { name: 'dictionary-tree', found: ['mended', 'seen', 'mended', 'mended', 'none'] },
  { name: 'users', found: ['mended', 'seen', 'mended', 'mended', 'seen'] },
]
