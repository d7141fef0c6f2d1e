import './base/tableWords.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { type Condition, conditionKey } from '../../model/language/conditions/condition.ts'
import { label } from '../../model/values/label.ts'
import { fold } from '../filter/filterFields.ts'
import { linesIn } from '../grid/tsv.ts'
import { platform } from '../host/platform.ts'
import { languageNow, t } from '../i18n/index.ts'
import { confirm } from '../ui/dialog/dialog.tsx'
import { toast } from '../ui/messages/toast.ts'
import { fetchWindow } from './rows/listQuery.ts'
import type { SheetList } from './sheetPort.ts'

/** Most lines that one filter is made of, and characters of them in an address. */
const LINES_MAX = 500
const CHARACTERS_MAX = 6_000
/** Values that a message names. */
const NAMED = 8

const named = (values: readonly string[]): string =>
  `${values.slice(0, NAMED).join(languageNow() === 'zh' ? '、' : ', ')}${values.length > NAMED ? ' …' : ''}`
const nothing = (key: string, values?: object): Outcome => ({ is: 'nothing', why: t(`tables.${key}`, { ...values }) })

/** Filters a list by lines that are numbers or names of its records; says which of them it does not have. */
export async function filterByLines(list: SheetList, lines: readonly string[]): Promise<Outcome> {
  const outcome = await filtered(list, lines)
  if (outcome.is === 'nothing') toast.info(() => outcome.why)
  return outcome
}

async function filtered(
  { of, query, filterable, conditions, apply, grid }: SheetList,
  lines: readonly string[],
): Promise<Outcome> {
  const by = filterable.fields.find((f) => f.name === of.name && !f.field.facts.masked)
  if (!by) return nothing('pasteNoName')
  const values = lines.filter((line) => !line.includes(','))
  if (values.length > LINES_MAX || encodeURIComponent(values.join()).length > CHARACTERS_MAX)
    return nothing('pasteTooMany', { n: LINES_MAX })
  if (values.length === 0) return nothing('pasteNone', { n: lines.length })
  const agreed = await confirm({
    title: t('tables.pasteTitle', { n: lines.length }),
    body: t('tables.pasteBody', { name: label(by.field.label, languageNow()), values: named(values) }),
    ok: t('tables.pasteOk'),
  })
  if (!agreed) return { is: 'cancelled' }
  const sought: Condition = { field: of.name, op: 'in', value: values.join(',') }
  const rest = (all: readonly Condition[]) =>
    all.filter((c) => conditionKey(c) !== conditionKey(sought) && conditionKey(c) !== `${of.name}_equal`)
  const { records } = await fetchWindow(
    { ...query, columns: ['id', of.name], conditions: [...rest(query.conditions), sought] },
    0,
    LINES_MAX,
  )
  const found = [...new Set(records.map((row) => String(row[of.name] ?? '')))]
  const known = new Set(found.map(fold))
  const missing = lines.filter((line) => !known.has(fold(line)))
  if (found.length === 0) return nothing('pasteNone', { n: lines.length })
  apply([...rest(conditions), { ...sought, value: found.join(',') }])
  grid.current?.focus()
  if (missing.length === 0) toast.good(() => t('tables.pasteAll', { n: lines.length }))
  else
    toast.warn(() =>
      t('tables.pasteSome', { found: lines.length - missing.length, missing: missing.length, values: named(missing) }),
    )
  return { is: 'done' }
}

/** The same with the lines in the clipboard, which not every browser lets a page read. */
export async function pasteFromClipboard(list: SheetList): Promise<Outcome> {
  const text = await (navigator.clipboard?.readText?.() ?? Promise.reject(new Error('none'))).catch(() => null)
  if (text === null) return nothing('pasteByKey', { keys: formatKeys('mod+v', platform) })
  const lines = linesIn(text)
  return lines.length === 0 ? nothing('pasteNoText') : filtered(list, lines)
}
