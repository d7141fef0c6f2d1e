import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AnyCommand } from '../../../commands/command.ts'
import type { ContextKeys } from '../../../commands/context.ts'
import type { Registry } from '../../../commands/registry.ts'
import { PREFIX, type Scope, scopeOf } from '../../../commands/search/fold.ts'
import { mixed, type Scored } from '../../../commands/search/mix.ts'
import { ROWS, rank } from '../../../commands/search/rank.ts'
import { KIND } from '../../../commands/search/score.ts'
import { joined, type Language } from '../../model/values/label.ts'
import type { Catalogue } from '../../model/wire/catalogue.ts'
import type { Found } from '../../model/wire/wire.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { shownCount, useQueueCounts } from '../data/counts.ts'
import { queryClient } from '../data/queries.ts'
import { recentRecordsQuery, recordName, usedCommands, usedRecords } from '../data/recent.ts'
import { commandHost, commandState, registryNow } from '../host/host.ts'
import { useRegistry } from '../host/useCommand.ts'
import { t, useWords } from '../i18n/index.ts'
import { placeNow } from '../state/url.ts'
import { capital, commandRow, type RowFacts, type RowGroup, recordRow, rowOf } from './rows.ts'
import {
  boosts,
  elsewhere,
  indexOf,
  inOrder,
  isOfScreen,
  ofScope,
  ranked,
  reachable,
  routeOf,
  screensOf,
  valuesIn,
} from './sources.ts'
import { typedAnswers } from './typedAnswers.ts'
import { useFound } from './useFound.ts'

/** Rows kept for records when commands match too. */
const RECORDS = 8
/** Rows of each group that stands before anything is typed. */
const NEXT = 5
const RECENT = 6
const HERE = 12

/** Scopes in the order of their chips. */
export const SCOPES = ['commands', 'menus', 'records', 'people', 'help'] as const satisfies readonly Exclude<
  Scope,
  'all'
>[]

const isRecords = (scope: Scope): boolean => scope === 'records' || scope === 'people'

/** Listed rows, and queries still under way. */
export interface Results {
  readonly scope: Scope
  readonly query: string
  readonly groups: readonly RowGroup[]
  /** How much was found, also beyond what is listed. */
  readonly total: number
  readonly busy: boolean
  /** Why records could not be searched, "" when they could. */
  readonly failed: string
}

interface Now {
  readonly registry: Registry
  readonly catalogue: Catalogue | null
  readonly context: ContextKeys
  /** The address of the page behind the palette. */
  readonly at: string
}

/** Returns whether the page behind the palette is where this leads. */
const isHere = (route: string, { at, context }: Now): boolean => {
  const [path = '', search = ''] = route.split('?', 2)
  const [behind = '', shown = ''] = at.split('?', 2)
  if (path !== behind) return false
  const now = new URLSearchParams(shown)
  return [...new URLSearchParams(search)].every(
    ([name, value]) => now.get(name) === value || (name === 'view' && context.view === value),
  )
}

/** Runnable commands: a reason for each that may not is only shown to who looks for it. */
const canRun = (c: AnyCommand): boolean => commandState(c.id, 'palette').why === ''

/** Commands and records of one person, by what was typed; before anything is, what is likely wanted. */
export function useResults(text: string, composing: boolean): Results {
  const { language } = useWords()
  const registry = useRegistry()
  const catalogue = useCatalogue()
  const { scope, query } = scopeOf(text)
  // Where the person was does not change while the palette is open.
  const now = useMemo((): Now => {
    const { pathname, search } = placeNow()
    return { registry, catalogue, context: commandHost('palette').context, at: pathname + search }
  }, [registry, catalogue])
  const include = useMemo(() => reachable(registry, now.context, scope), [registry, now, scope])
  const boost = useMemo(() => boosts(registry, usedCommands()), [registry])
  const asksRecords = scope === 'all' || isRecords(scope)
  const found = useFound(query, asksRecords && !composing)
  const { data: recent } = useQuery(recentRecordsQuery(), queryClient)
  const counts = useQueueCounts((catalogue?.queues.length ?? 0) > 0)
  const next = useNext(now, counts)
  const blank = query.trim() === ''

  const { groups, total } = useMemo((): Pick<Results, 'groups' | 'total'> => {
    if (scope === 'help') return counted([group('', helpRows())])
    const mine = ofScope(recent ?? [], scope, catalogue)
    const rowOfRecord = (f: Found) => recordRow(f, routeOf(f, catalogue), catalogue, query)
    if (blank) {
      const records = mine
        .map((f) => ({ f, route: routeOf(f, catalogue) }))
        .filter((r) => r.route && !isHere(r.route, now))
      if (isRecords(scope))
        return counted([
          group(
            'recent',
            records.slice(0, 2 * RECENT).map((r) => rowOfRecord(r.f)),
          ),
        ])
      const here = registry.commands.filter((_c, n) => include[n] === 1)
      const shown = new Set(next.map((row) => row.id))
      const used = scope === 'all' ? records.map((r) => r.f) : []
      const recents = latest(here, used, now, shown, rowOfRecord)
      for (const row of recents) shown.add(row.id)
      const own = inOrder(here.filter((c) => !shown.has(c.id) && isOfScreen(c, now.context) && canRun(c))).slice(
        0,
        HERE,
      )
      if (scope === 'all')
        return counted([
          group('next', next),
          group('recent', recents),
          group(
            'here',
            own.map((c) => commandRow(c, '')),
          ),
        ])
      for (const c of own) shown.add(c.id)
      const rest = inOrder(here.filter((c) => !shown.has(c.id))).slice(0, ROWS - recents.length - own.length)
      const groups = [
        group('recent', recents),
        group(
          'here',
          own.map((c) => commandRow(c, '')),
        ),
        group(
          'rest',
          rest.map((c) => commandRow(c, '')),
        ),
      ]
      return { ...counted(groups), total: here.length }
    }
    const records = asksRecords
      ? ranked(ofScope(found.records, scope, catalogue), mine, query, usedRecords(), valuesIn(catalogue))
      : []
    const room = records.length > 0 ? ROWS - Math.min(RECORDS, records.length) : ROWS
    const commands = rank(indexOf(registry), query, { include, boosts: boost, limit: room })
    const rows = mixed(commands.scored as readonly Scored<AnyCommand>[], records, ROWS).map((item) =>
      'run' in item ? commandRow(item, query) : rowOfRecord(item),
    )
    const named = (commands.scored[0]?.score ?? 0) >= KIND.word
    const answered = isRecords(scope) ? [] : answerRows(registry, include, query)
    const others = named || isRecords(scope) ? [] : elsewhere(registry, now.context, scope, query)
    const away = others.map((c) =>
      commandRow(c, query, { why: t('palette.worksOn', { places: placesOf(c, language) }) }),
    )
    const whole = (commands.scored[0]?.score ?? 0) >= KIND.pinyin
    const [first, last] = [answered.filter((a) => a.clear && !whole), answered.filter((a) => !a.clear || whole)]
    const all = [...first.map((a) => a.row), ...rows, ...last.map((a) => a.row), ...away]
    return { groups: [group('', all)], total: commands.total + records.length + answered.length + away.length }
  }, [
    registry,
    catalogue,
    query,
    scope,
    blank,
    include,
    boost,
    found.records,
    recent,
    next,
    now,
    asksRecords,
    language,
  ])
  return { scope, query, groups, total, busy: found.busy, failed: found.failed }
}

/** Commands that can be run here with the text typed behind their name as the first answer. */
const answerRows = (
  registry: Registry,
  include: Uint8Array,
  query: string,
): readonly { readonly row: RowFacts; readonly clear: boolean }[] => {
  if (!/\S[\s:：]+\S/.test(query)) return []
  const asking = include.map((can, n) => (can === 1 && registry.commands[n]?.asks === true ? 1 : 0))
  return typedAnswers(indexOf(registry), query, asking)
    .filter(({ command }) => canRun(command))
    .map(({ command, text, clear }) => ({
      row: commandRow(command, '', { id: `${command.id} =`, also: text, text }),
      clear,
    }))
}

/** The screens that have a command, in words. */
const placesOf = (c: AnyCommand, language: Language): string =>
  joined(
    screensOf(c.when).map((s) => t(`palette.on${capital(s)}`)),
    language,
  )

const group = (id: string, rows: readonly RowFacts[]): RowGroup => ({
  id,
  title: id ? t(`palette.group${capital(id)}`) : '',
  rows,
})

const counted = (groups: readonly RowGroup[]): Pick<Results, 'groups' | 'total'> => ({
  groups: groups.filter((g) => g.rows.length > 0),
  total: groups.reduce((n, g) => n + g.rows.length, 0),
})

/**
 * Views with work in them, those that this person uses first, then those in which most waits, as it was when the palette
 * opened: what is counted later moves nothing.
 */
function useNext(now: Now, counts: ReturnType<typeof useQueueCounts>): readonly RowFacts[] {
  const { registry, catalogue } = now
  const [first] = useState(counts)
  return useMemo(() => {
    const views = (catalogue?.queues ?? []).flatMap((q) => q.views.map((v) => `${q.code}.${v.code}`))
    const total = (view: string) => first?.get(view)?.total ?? 0
    const weight = (view: string) => usedCommands().weigh(`queue.${view}`)
    const wanted = [...views].sort(
      (a, b) => Number(total(b) > 0) - Number(total(a) > 0) || weight(b) - weight(a) || total(b) - total(a),
    )
    return wanted
      .flatMap((view) => {
        const command = registry.get(`queue.${view}`)
        if (!command?.place || isHere(command.place.route, now)) return []
        const count = counts?.get(view)
        return [commandRow(command, '', { note: '', count: count ? shownCount(count) : '' })]
      })
      .slice(0, NEXT)
  }, [registry, catalogue, now, counts, first])
}

/** Recently used entries, the most used first: commands of these, and records. */
function latest(
  commands: readonly AnyCommand[],
  records: readonly Found[],
  now: Now,
  without: ReadonlySet<string>,
  rowOfRecord: (f: Found) => RowFacts,
): readonly RowFacts[] {
  const [used, opened] = [usedCommands(), usedRecords()]
  const list: { weight: number; row: () => RowFacts }[] = [
    ...records.map((f) => ({ weight: opened.weigh(recordName(f)), row: () => rowOfRecord(f) })),
    ...commands
      .filter(
        (c) => used.weigh(c.id) > 0 && !without.has(c.id) && !(c.place && isHere(c.place.route, now)) && canRun(c),
      )
      .map((c) => ({ weight: used.weigh(c.id), row: () => commandRow(c, '') })),
  ]
  return list
    .sort((a, b) => b.weight - a.weight)
    .slice(0, RECENT)
    .map((x) => x.row())
}

function helpRows(): readonly RowFacts[] {
  const scopes = SCOPES.filter((s) => s !== 'help').map((s) =>
    rowOf({
      id: `scope.${PREFIX[s]}`,
      title: t(`palette.find${capital(s)}`),
      icon: 'search',
      keys: '',
      also: PREFIX[s],
      subject: { is: 'scope', prefix: PREFIX[s] },
    }),
  )
  const commands = ['help.keys', 'help.messages'].flatMap((id) => registryNow().get(id) ?? [])
  return [...scopes, ...commands.map((c) => commandRow(c, ''))]
}
