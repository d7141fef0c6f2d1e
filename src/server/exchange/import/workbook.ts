import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { resourceOf } from '../../../model/business.ts'
import { type Field, isDict, isRef, isRefs, lengthOf } from '../../../model/language/fields/field.ts'
import { REASON, SOURCE_ROW } from '../../../model/language/fields/imports.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { type DictEntry, entriesOf } from '../../records/dictEntries.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { ImportSheet } from './chosenSheet.ts'
import { columnsOf, headingOf, type ImportColumn, isRequired, letterOf } from './columns.ts'
import { namesOf, nodeSpelling } from './lookup.ts'
import { columnOf, shownAt, textOf } from './readings.ts'
import type { Fault } from './records.ts'

/** Rows of the template that get lists to choose from. */
const LISTED = 1_000

/** Options of a column, in their order; empty where it has no closed set. */
function optionsOf(f: Field, actor: Actor, entries: readonly DictEntry[]): readonly string[] {
  if (isDict(f)) return entries.filter((e) => e.code === f.dict && e.is_sealed === 0).map((e) => e.dict_value)
  return (columnOf(f)?.options?.(f) ?? []).map((word) => label(word, actor.language))
}

const orJoined = (names: readonly string[], actor: Actor): string => names.join(actor.language === 'en' ? ' or ' : '或')

/** How a column is filled in, in a sentence. */
function noteOf(f: Field, actor: Actor): string {
  const say = (zh: string, en: string) => label([zh, en], actor.language)
  if (isRef(f) || isRefs(f)) {
    const to = resourceOf(f.to)
    const names = orJoined(
      namesOf(to).map((name) => label(fieldOf(to, name)?.label ?? [name, name], actor.language)),
      actor,
    )
    const title = label(to.title, actor.language)
    return isRefs(f)
      ? say(`${title}的${names}，多个用“、”分隔`, `${names} of ${title}, several joined by commas`)
      : say(`${title}的${names}`, `${names} of ${title}`)
  }
  if (f.facts.nodeOf) return label(nodeSpelling(resourceOf(f.facts.nodeOf)), actor.language)
  const note = columnOf(f)?.note
  const length = lengthOf(f)
  if (note) return label(note, actor.language)
  return length === undefined ? '' : say(`最多 ${length} 个字`, `At most ${length} characters`)
}

/**
 * The template of an import: headings in the user's language, required ones marked; a sheet that says how each column is
 * filled in; lists to choose from.
 */
export async function templateOf(context: ServerContext, actor: Actor, r: AnyResource): Promise<Uint8Array> {
  const columns = columnsOf(r)
  const entries = await entriesOf(
    context,
    actor,
    columns.map((c) => c.field),
  )
  const say = (zh: string, en: string) => (actor.language === 'en' ? en : zh)
  const noted = columns.map((c: ImportColumn) => {
    const options = optionsOf(c.field, actor, entries)
    return { c, options, note: noteOf(c.field, actor), must: isRequired(actor, r, c) }
  })
  const lists = noted.filter((n) => n.options.length > 0)
  const listSheet = say('选项', 'Options')
  const longest = Math.max(0, ...lists.map((n) => n.options.length))
  return writeXlsx({
    sheets: [
      {
        name: label(r.title, actor.language)
          .replace(/[\\/?*[\]:]/g, ' ')
          .slice(0, 31),
        // texts, so that a spreadsheet neither shortens long numbers nor drops leading zeros
        columns: columns.map((c) => ({ width: Math.max(14, headingOf(actor, r, c).length * 2 + 2), numFmt: '@' })),
        rows: [columns.map((c) => headingOf(actor, r, c))],
        freezePane: { rows: 1 },
        dataValidations: lists.map(({ c, options }, n) => ({
          type: 'list' as const,
          formula1: `'${listSheet}'!$${letterOf(n)}$2:$${letterOf(n)}$${options.length + 1}`,
          allowBlank: true,
          range: `${letterOf(columns.indexOf(c))}2:${letterOf(columns.indexOf(c))}${LISTED}`,
        })),
      },
      {
        name: say('填写说明', 'Notes'),
        columns: [{ width: 24 }, { width: 12 }, { width: 60 }],
        rows: [
          [say('列', 'Column'), say('是否必填', 'Required'), say('如何填写', 'How to fill it in')],
          ...noted.map(({ c, must, note }) => [
            label(c.field.label, actor.language),
            must ? say('必填', 'Required') : '',
            note,
          ]),
        ],
      },
      ...(lists.length > 0
        ? [
            {
              name: listSheet,
              // its headings are those of columns: shown, it could be taken for rows
              hidden: true,
              rows: [
                lists.map(({ c }) => label(c.field.label, actor.language)),
                ...Array.from({ length: longest }, (_, n) => lists.map(({ options }) => options[n] ?? null)),
              ],
            },
          ]
        : []),
    ],
  }) as Promise<Uint8Array>
}

/**
 * The refused rows of an import as they were sent, each with its reasons and its number: mended there, the workbook may
 * be imported again. Texts are texts, whatever they begin with.
 */
export function faultsOf(actor: Actor, r: AnyResource, sheet: ImportSheet, faults: readonly Fault[]): Readable {
  const why = new Map<number, string[]>()
  for (const [row, name, message] of faults) {
    const f = name === '' ? undefined : fieldOf(r, name)
    const reason = f ? `${label(f.label, actor.language)}：${message}` : message
    why.set(row, [...(why.get(row) ?? []), reason])
  }
  const width = sheet.titles.cells.length
  function* rows(): Generator<(string | number)[]> {
    yield [...sheet.titles.cells.map(textOf), label(REASON, actor.language), label(SOURCE_ROW, actor.language)]
    for (const one of sheet.rows) {
      const reasons = why.get(one.row)
      if (reasons) yield [...Array.from({ length: width }, (_, n) => shownAt(one, n)), reasons.join('；'), one.row]
    }
  }
  return Readable.fromWeb(writeXlsxStream(rows(), { name: label(REASON, actor.language) }) as ReadableStream)
}
