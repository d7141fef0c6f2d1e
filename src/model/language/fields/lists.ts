import { attachmentsIn } from '../../values/files.ts'
import { isId } from '../../values/ids.ts'
import type { Label } from '../../values/label.ts'
import { isEmpty, type KindCheck, problemBy, wrong } from './check.ts'
import { type Field, isRows } from './field.ts'
import { nothingOf } from './kinds.ts'
import { spanProblems } from './spans.ts'

/** Most members of a list where its field does not say so (`max`). */
const MEMBERS_MAX = 100

/** Returns the problem of a list as a whole, or null. */
function listProblem(f: Field, value: unknown): Label | null {
  if (!Array.isArray(value)) return wrong(f, '须为列表', 'must be a list')
  const most = Number(f.facts.max ?? MEMBERS_MAX)
  return value.length > most ? wrong(f, `不能超过${most}项`, `must not exceed ${most} entries`) : null
}

/** Ids of records without repetitions; the server checks that they exist. */
export const refs: KindCheck = {
  problem: (f, value) =>
    listProblem(f, value) ??
    ((value as unknown[]).every((id) => typeof id === 'string' && isId(id))
      ? null
      : wrong(f, '须为有效的编号', 'must be record ids')),
  kept: (value) => [...new Set(value as readonly string[])],
}

/** Attachments that were uploaded: one, or up to `max`; the server checks that they belong to the user. */
export const attachments: KindCheck = {
  problem(f, value) {
    const ids = typeof value === 'string' ? attachmentsIn(value) : null
    if (!ids?.every(isId)) return wrong(f, '须为已上传的文件', 'must be files that were uploaded')
    const most = Number(f.facts.max ?? 1)
    return ids.length > most ? wrong(f, `不能超过${most}个文件`, `must not exceed ${most} files`) : null
  },
  kept: (value) => attachmentsIn(value as string)?.join() ?? null,
}

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of declared fields: each value is checked by its own kind; undeclared names are refused. */
export function rowsBy(checkOf: (f: Field) => KindCheck): KindCheck {
  return {
    problem(f, value) {
      const whole = listProblem(f, value)
      if (whole || !isRows(f)) return whole
      for (const [i, row] of (value as unknown[]).entries()) {
        const problem = isRow(row) ? rowProblem(f.rows, row) : (['须为一行', 'must be one row'] as const)
        if (problem) return [`${f.label[0]}第${i + 1}行：${problem[0]}`, `${f.label[1]}, row ${i + 1}: ${problem[1]}`]
      }
      return null
    },
    kept: (value, f) =>
      (value as readonly Row[]).map((row) =>
        Object.fromEntries(
          Object.entries<Field>(isRows(f) ? f.rows : {}).map(([name, cell]) => [
            name,
            isEmpty(row[name]) ? nothingOf(cell) : checkOf(cell).kept(row[name], cell),
          ]),
        ),
      ),
  }

  function rowProblem(fields: Readonly<Record<string, Field>>, row: Row): Label | null {
    const stranger = Object.keys(row).find((name) => !Object.hasOwn(fields, name))
    if (stranger !== undefined) return [`没有字段 ${stranger}`, `there is no field ${stranger}`]
    for (const [name, cell] of Object.entries(fields)) {
      const problem = problemBy(checkOf(cell), cell, row[name])
      if (problem) return problem
    }
    return spanProblems(fields, row)[0]?.message ?? null
  }
}
