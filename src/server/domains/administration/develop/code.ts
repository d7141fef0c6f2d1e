import { code, copyCode } from '../../../../model/administration/develop/code.ts'
import { handle } from '../../../records/handle.ts'

/** Copies what code is made from, to be changed. Generating needs templates, which are not there yet. */
export const codeCalls = [
  handle(copyCode, async ({ rows: [row], work }) => {
    if (!row) return null
    const own = Object.fromEntries(Object.keys(code.fields).map((name) => [name, row[name as keyof typeof row]]))
    await work.insert(code, { ...own, codeName: `${row.codeName}-副本`.slice(0, 100) })
    return null
  }),
]
