import { integer, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'

const server = { readOnly: 'always' } as const
const band = (n: number) => integer(`特征${n}`, `Band ${n}`, { ...server, min: -2_147_483_648 })

/**
 * Prints of the texts of what was handed in: texts of which nine tenths are alike have one number in common, nearly always
 * (`server/core/text/minHash.ts`). Others are looked for by these numbers, whatever the number of records.
 */
export const textPrint = resource('textPrint', {
  calls: [],
  title: ['文本特征', 'Prints of texts'],
  name: 'recordId',
  appendOnly: true,
  fields: {
    resource: text('资源', 'Resource', { ...server, search: 'exact', length: 64 }),
    recordId: text('记录', 'Record', { ...server, search: 'exact', length: 32 }),
    b0: band(0),
    b1: band(1),
    b2: band(2),
    b3: band(3),
    b4: band(4),
    b5: band(5),
  },
  operations: [],
  list: { columns: [], search: [], sort: 'createTime' },
  owner: 'platform',
  frame: true,
})
