import type { Label } from '../../values/label.ts'
import { datetime, type Fields, text } from '../fields/field.ts'
import type { From } from '../lifecycle.ts'
import type { Resource } from '../resource.ts'
import { panel } from '../section.ts'
import { answer } from './answer.ts'
import { call } from './call.ts'

const TITLE: Label = ['公开链接', 'Public link']

/** Where the link to a record of a resource is asked for, below /api. */
export const linkPath = (r: Pick<Resource, 'calls'>): string => `${r.calls[0] ?? ''}/link`

/** The parameter of a public page that names its record by a token: `sharedToken` of the server makes it. */
export const token = text('链接', 'Link', { length: 200 })

/** [+] `link?id`: the address of the public page of a record, to be passed on; for some days. Whoever sees the record makes it. */
export const linkCall = <const Id extends string, F extends Fields>(on: Resource<Id, F>, from?: From<F>) =>
  call(`${on.id}.link`, {
    method: 'GET',
    paths: [linkPath(on)],
    title: TITLE,
    permission: `${on.id}_view`,
    on,
    ...(from ? { from } : {}),
    safe: true,
    answer: answer.one({
      url: text('链接', 'Link', {}),
      expires: datetime('有效期至', 'Valid until', {}),
    }),
  })

/** The section in which the link is made and copied. */
export const linkPanel = () => panel('publicLink', TITLE)
