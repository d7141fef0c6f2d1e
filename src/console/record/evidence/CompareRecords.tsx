import { useQuery } from '@tanstack/react-query'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { QUESTION_TYPES, type TemplateQuestion, templateQuestionOf } from '../../../model/values/questionnaire.ts'
import type { Alike } from '../../../model/wire/evidence.ts'
import { useResource } from '../../data/domains.ts'
import { catalogued, recordQuery } from '../../data/records.ts'
import { rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { factsOf } from '../base/sections.ts'
import { type CompareLine, CompareTable } from '../parts/CompareTable.tsx'
import { type Piece, piecesOf } from './diff.ts'

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer as one text. */
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : [value].flat().map(String).join('、')

const Pieces = ({ of }: { readonly of: readonly Piece[] }) =>
  of.length === 0 ? (
    <span className="fact-none">—</span>
  ) : (
    of.map((piece, n) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
      piece.own ? <mark key={n}>{piece.text}</mark> : <span key={n}>{piece.text}</span>,
    )
  )

function lineOf(key: string, title: string, left: string, right: string): CompareLine {
  const [a, b] = piecesOf(left, right)
  return { key, title, left: <Pieces of={a} />, right: <Pieces of={b} />, differs: left !== right }
}

/** Questions of a record's template, in order; nothing where the person may not look at it. */
function useQuestions(of: Resource, row: Values | undefined): readonly TemplateQuestion[] {
  const [by, to] = Object.entries<Field>(of.fields).flatMap(([name, f]) =>
    name === 'templateId' && isRef(f) ? [[name, f.to] as const] : [],
  )[0] ?? ['', '']
  const id = String(row?.[by] ?? '')
  const visible = id !== '' && catalogued(to) !== undefined
  const template = useResource(visible ? to : '')
  const found = useQuery({ ...recordQuery(to, id), enabled: visible && template !== null, retry: false })
  const [list] = template ? partChildren(template) : []
  const rows = list && found.data?.[list.part.as]
  return Array.isArray(rows) ? rows.map(templateQuestionOf) : []
}

/** Two records of one resource side by side: facts and answers, what differs in them marked letter by letter. */
export function CompareRecords(p: { readonly of: Resource; readonly id: string; readonly other: Alike }) {
  const { t, language } = useWords()
  const { of } = p
  const own = useQuery(recordQuery(of.id, p.id))
  const other = useQuery(recordQuery(of.id, p.other.id))
  const [mineQuestions, theirsQuestions] = [useQuestions(of, own.data), useQuestions(of, other.data)]
  const error = own.error ?? other.error
  if (error) return <Trouble error={error} again={() => void other.refetch()} />
  if (!own.data || !other.data) return <Waiting />
  const [left, right] = [own.data, other.data]
  const answers = Object.entries<Field>(of.fields).find(([, f]) => f.facts.answers)?.[0]
  const facts = factsOf(of)
    .flatMap((group) => group.names)
    .filter((name) => name !== answers)
    .flatMap((name) => {
      const f = of.fields[name] as Field | undefined
      const [a, b] = [rowText(of, name, left, language), rowText(of, name, right, language)]
      // a reference without a name is a number that nobody can read
      const named = f && (!isRef(f) || (a !== left[name] && b !== right[name]))
      return named && (a !== '' || b !== '') ? [lineOf(name, label(f.label, language), a, b)] : []
    })
  const [mine, theirs] = [answers ? left[answers] : {}, answers ? right[answers] : {}].map((v) =>
    isValues(v) ? v : {},
  )
  // they may be of two templates
  const questions = [...mineQuestions, ...theirsQuestions]
  const pictures = new Set(questions.filter((a) => a.attrType === QUESTION_TYPES.picture).map((a) => a.attrCode))
  const codes = [
    ...new Set([...questions.map((a) => a.attrCode), ...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})]),
  ]
  const lines = codes
    // pictures are compared as files
    .filter((code) => !pictures.has(code))
    .flatMap((code) => {
      const [a, b] = [textOf(mine?.[code]), textOf(theirs?.[code])]
      const title = questions.find((one) => one.attrCode === code)?.attrName ?? code
      return a !== '' || b !== '' ? [lineOf(`answer ${code}`, title, a, b)] : []
    })
  return (
    <CompareTable
      heads={[t('evidence.here'), t('evidence.there', { name: p.other.name })]}
      lines={[...lines, ...facts]}
      known={true}
    />
  )
}
