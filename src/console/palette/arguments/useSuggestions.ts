import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { rank } from '../../../../commands/search/rank.ts'
import { buildIndex } from '../../../../commands/search/score.ts'
import { conditionKey } from '../../../model/language/conditions/condition.ts'
import { type Field, isChoice, isDict, isFlag, isRef, isTime } from '../../../model/language/fields/field.ts'
import { type Language, label } from '../../../model/values/label.ts'
import { calledIn } from '../../../model/wire/columns.ts'
import { type Found, ROUNDS } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { useDictionary } from '../../data/dictionary.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, list } from '../../data/records.ts'
import { cellText } from '../../fields/cell.ts'
import { problemIn, wireOf } from '../../forms/base/values.ts'
import { inputOf } from '../../forms/inputs/inputs.tsx'
import { offeredBy } from '../../forms/inputs/RefInput.tsx'
import type { Reply } from '../../forms/replies.ts'
import { useWords } from '../../i18n/index.ts'
import { choicesLately } from './lately.ts'

/** A value that is offered for an argument. */
export interface Suggestion {
  /** Name of the choice, by which it is remembered; "" for a person's own words. */
  readonly choice: string
  readonly title: string
  /** Beside the title. */
  readonly also: string
  /** As it would be typed into the form. */
  readonly typed: string
}

export interface Suggestions {
  readonly rows: readonly Suggestion[]
  /** Records are being looked for. */
  readonly busy: boolean
  /** Only what is offered can be given. */
  readonly closed: boolean
}

/** Records offered at once; typing narrows them. */
const OFFERED = 20
/** Records chosen lately that are offered before any other. */
const LATELY = 5
/** Days that are offered before anything is typed. */
const DAYS = { zh: ['今天', '昨天', '明天'], en: ['today', 'yesterday', 'tomorrow'] } as const

interface Option extends Suggestion {
  readonly readings?: string
}

/** Options in their order, those chosen lately first; narrowed by text, pinyin or the digit beside one. Pure but for what was chosen. */
function narrowed(options: readonly Option[], argument: string, text: string): readonly Option[] {
  const sought = text.trim()
  if (sought === '') {
    const lately = choicesLately(argument)
    const place = (o: Option) => (lately.includes(o.choice) ? lately.indexOf(o.choice) : lately.length)
    return [...options].sort((a, b) => place(a) - place(b))
  }
  const numbered = /^[1-9]$/.test(sought) ? options[Number(sought) - 1] : undefined
  const byId = new Map(options.map((o) => [o.choice, o]))
  const index = buildIndex(
    options.map((o) => ({
      id: o.choice,
      title: o.title,
      alias: o.also,
      ...(o.readings ? { pinyin: o.readings.split('|') } : {}),
    })),
  )
  const found = rank(index, sought).items.flatMap((x) => byId.get(x.id) ?? [])
  return numbered ? [numbered, ...found.filter((o) => o !== numbered)] : found
}

const option = (choice: string, title: string, more: Partial<Option> = {}): Option => ({
  ...{ choice, title, also: '', typed: choice },
  ...more,
})

/** Value that can be read of a typed text, as it will stand in the record; none where it cannot be read. */
function read(field: Field, text: string, language: Language): readonly Suggestion[] {
  if (text.trim() === '' || problemIn(field, text)) return []
  const title = cellText(field, wireOf(field, text), language)
  return [{ choice: '', title, also: title === text.trim() ? '' : text.trim(), typed: text }]
}

/** Offers values for an argument by what was typed: quick replies, choices, records, days in words. */
export function useSuggestions(
  field: Field | undefined,
  argument: string,
  text: string,
  replies: readonly Reply[],
): Suggestions {
  const { t, language } = useWords()
  const entries = useDictionary(field && isDict(field) ? field.dict : '')
  const records = useRecords(field && isRef(field) ? field : undefined, argument, text)
  return useMemo((): Suggestions => {
    const open = { busy: false, closed: false }
    if (!field) return { rows: [], ...open }
    if (isRef(field)) return { ...records, closed: true }
    const closed = (options: readonly Option[]) => ({
      rows: narrowed(options, argument, text),
      busy: false,
      closed: true,
    })
    if (isChoice(field))
      return closed(
        Object.entries(field.values).map(([value, words]) => {
          const [zh, en] = words as readonly [string, string]
          return option(value, label([zh, en], language), { also: language === 'zh' ? '' : zh })
        }),
      )
    if (isDict(field)) return closed(entries.map((e) => option(e.dictKey, e.dictValue)))
    if (isFlag(field)) return closed([option('1', t('palette.yes')), option('0', t('palette.no'))])
    if (isTime(field)) {
      const days = text.trim() === '' ? DAYS[language] : [text]
      return { rows: days.flatMap((day) => read(field, day, language)), ...open }
    }
    const own: Suggestion[] = text.trim() === '' ? [] : [...read(field, text, language)]
    if (!inputOf(field).prose || replies.length === 0) return { rows: own, ...open }
    const offered = narrowed(
      replies.map((r) => option(`#${r.id}`, r.content, { typed: r.content, readings: r.readings })),
      argument,
      text,
    )
    // letters alone are the pinyin of a reply where one answers to it
    const sounds = /^[a-z ]+$/i.test(text.trim()) && offered.length > 0
    return { rows: sounds || own.length === 0 ? [...offered, ...own] : [...own, ...offered], ...open }
  }, [field, argument, text, replies, entries, records, language, t])
}

/** Records that a reference offers, those chosen lately first. */
function useRecords(field: Field | undefined, argument: string, text: string): Pick<Suggestions, 'rows' | 'busy'> {
  const { language } = useWords()
  const to = field && isRef(field) && catalogued(field.to) ? field.to : ''
  const of = useResource(to)
  const wanted = useDeferredValue(text.trim())
  const ids = useMemo(() => (to ? choicesLately(argument).slice(0, LATELY) : []), [to, argument])
  const lately = useQuery({
    queryKey: keyOf(to, 'argument-lately', ids.join()),
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      api.get<readonly Found[] | null>(
        ROUNDS.search,
        { records: ids.map((id) => `${to}.${id}`).join(',') },
        { signal, quiet: true },
      ),
  })
  const within = field ? offeredBy(field) : {}
  const found = useQuery({
    queryKey: keyOf(to, 'argument', wanted, JSON.stringify(within)),
    enabled: of !== null && to !== '',
    queryFn: ({ signal }) =>
      list(
        to,
        {
          ...{ current: 1, size: OFFERED },
          ...within,
          ...(of && wanted ? { [conditionKey({ field: of.name, op: 'like' })]: wanted } : {}),
        },
        signal,
      ),
    placeholderData: (before) => before,
  })
  const busy = to !== '' && (wanted !== text.trim() || found.isPending || found.isPlaceholderData)
  const rows = useMemo(() => {
    const all = (found.data?.records ?? []).map((row) => option(row.id, (of && calledIn(of, row, language)) || row.id))
    const here = new Set(all.map((o) => o.choice))
    // records outside the list of now are not offered
    const first = wanted === '' ? (lately.data ?? []).filter((f) => here.has(f.id)).map((f) => f.id) : []
    return [
      ...first.flatMap((id) => all.filter((o) => o.choice === id)),
      ...all.filter((o) => !first.includes(o.choice)),
    ]
  }, [found.data, lately.data, of, wanted, language])
  return useMemo(() => ({ rows, busy }), [rows, busy])
}
