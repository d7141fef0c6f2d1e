import { IMPORT_ROWS, type SheetRow } from '../../../model/language/fields/imports.ts'
import type { Label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError } from '../../core/errors.ts'
import { type FileRead, HEAD_ROWS, refusalOf, type SheetRead } from '../../workbooks/sheet.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { type Headings, isMatch, type Matched, matchedIn, refuseUnmatched } from './columns.ts'

/** The file of an import: its headings and its rows. */
export interface ImportSheet {
  readonly headings: Headings
  readonly titles: SheetRow
  readonly rows: readonly SheetRow[]
  /** How the file was read where that is not plain. */
  readonly notes: readonly Label[]
}

interface Tried {
  readonly sheet: SheetRead
  readonly matched: Matched
  readonly above: readonly SheetRow[]
  readonly titles: SheetRow
  readonly rows: readonly SheetRow[]
}

/** A sheet with its headings: the row among the first ones that most columns are found in, the first of equals. */
function tried(actor: Actor, r: AnyResource, sheet: SheetRead): Tried | null {
  let best = 0
  let most = 0
  for (const [at, { cells }] of sheet.rows.slice(0, HEAD_ROWS).entries()) {
    const found = matchedIn(actor, r, cells).taken.length
    if (found > most) [best, most] = [at, found]
  }
  const titles = sheet.rows[best]
  if (!titles) return null
  const rows = sheet.rows.slice(best + 1)
  return { sheet, matched: matchedIn(actor, r, titles.cells, rows), above: sheet.rows.slice(0, best), titles, rows }
}

const noRows = () =>
  new AppError(400, ['文件中没有可导入的行', 'The file has no rows to import'], { file: '没有可导入的行' })

const several = (names: readonly string[]) =>
  new AppError(
    400,
    [
      `有多个工作表都可以导入：${names.join('、')}，请只保留一个，其余的删除或隐藏`,
      `Several sheets can be imported: ${names.join(', ')}; keep one, and delete or hide the others`,
    ],
    { file: names.join('、') },
  )

/** Notes on a sheet that was read: which of several, rows above its headings, columns that nobody sees. */
function notesOf({ sheet, matched, above }: Tried, { sheets, hidden }: FileRead): Label[] {
  const others = [...sheets.flatMap((s) => (s === sheet ? [] : [[s.name, s.name] as const])), ...hidden.map(asHidden)]
  const unseen = matched.taken.filter(({ at }) => sheet.hiddenColumns.includes(at)).map(({ column }) => column.field)
  const notes: Label[] = []
  if (others.length > 0)
    notes.push([
      `读取的工作表：${sheet.name}；未读取：${others.map(([zh]) => zh).join('、')}`,
      `The sheet “${sheet.name}” is read; not read: ${others.map(([, en]) => en).join(', ')}`,
    ])
  if (above.length > 0)
    notes.push([
      `标题行之上的内容不导入：第 ${above.map(({ row }) => row).join('、')} 行`,
      `What stands above the headings is not imported: row ${above.map(({ row }) => row).join(', ')}`,
    ])
  if (unseen.length > 0)
    notes.push([
      `隐藏的列也会导入：${unseen.map((f) => f.label[0]).join('、')}`,
      `Hidden columns are imported, too: ${unseen.map((f) => f.label[1]).join(', ')}`,
    ])
  return notes
}
const asHidden = (name: string): Label => [`${name}（隐藏）`, `${name} (hidden)`]

/**
 * The sheet of a file whose headings are those of the list. 400 where none is, naming what is wrong with the one that
 * comes closest, where several are, and where it has no rows or more than an import has.
 */
export function chosenSheet(actor: Actor, r: AnyResource, file: FileRead): ImportSheet {
  const all = file.sheets.flatMap((sheet) => tried(actor, r, sheet) ?? [])
  const fit = all.filter(({ matched, rows }) => isMatch(matched) && rows.length > 0)
  if (fit.length > 1) throw several(fit.map(({ sheet }) => sheet.name))
  const closest = [...all].sort((a, b) => b.matched.taken.length - a.matched.taken.length)[0]
  const found = fit[0] ?? closest
  if (!found) throw noRows()
  const { sheet, matched, titles, rows } = found
  const named: Label = file.sheets.length > 1 ? [`工作表“${sheet.name}”：`, `Sheet “${sheet.name}”: `] : ['', '']
  if (sheet.refused) throw refusalOf(sheet.refused)
  refuseUnmatched(matched, named)
  if (rows.length === 0) throw noRows()
  if (rows.length > IMPORT_ROWS) throw refusalOf('rows')
  return { headings: matched, titles, rows, notes: notesOf(found, file) }
}
