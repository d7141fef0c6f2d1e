/** `seen`: as it should be. `mended`: it was not. `` : not walked. */
type Found = 'seen' | 'mended' | ''

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
  { name: 'company', found: ['seen', '', 'mended', 'mended', 'seen'] },
  { name: 'company-edit', found: ['seen', 'seen', 'mended', 'mended', ''] },
  { name: 'doctor', found: ['seen', '', 'mended', 'mended', 'seen'] },
  { name: 'case-report', found: ['seen', '', 'mended', 'mended', 'seen'] },
  { name: 'case-template', found: ['seen', 'seen', 'mended', 'mended', ''] },
  { name: 'meeting-plan', found: ['mended', 'mended', 'mended', 'mended', ''] },
  { name: 'meeting', found: ['seen', '', 'mended', 'mended', 'seen'] },
  { name: 'result-order', found: ['', '', 'mended', 'mended', 'seen'] },
  { name: 'company-invoice-edit', found: ['mended', 'seen', 'mended', 'mended', ''] },
  { name: 'tax-return', found: ['', '', 'mended', 'mended', 'seen'] },
  { name: 'prepaid-records', found: ['', '', 'mended', 'mended', ''] },
  { name: 'content-edit', found: ['seen', 'seen', 'mended', 'mended', ''] },
  { name: 'dictionaries', found: ['seen', '', 'mended', 'mended', ''] },
  { name: 'dictionary-tree', found: ['', '', 'mended', 'mended', ''] },
  { name: 'users', found: ['mended', 'seen', 'mended', 'mended', ''] },
]
