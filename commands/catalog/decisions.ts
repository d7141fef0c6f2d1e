import { isInState } from '../../src/model/language/lifecycle.ts'
import type { Language } from '../../src/model/values/label.ts'
import type {
  Catalogue,
  CatalogueDecision,
  CatalogueQueue,
  CatalogueQueueView,
  CatalogueResource,
} from '../../src/model/wire/catalogue.ts'
import { isFinal } from '../../src/model/wire/catalogue.ts'
import { madeWhy } from '../../src/model/wire/ownDecisions.ts'
import type { AnyCommand, CommandHost } from '../command.ts'
import { all, any, atLeast, holds, is, type When } from '../context.ts'
import { type Preset, presetOf } from '../keys/keymapPresets.ts'
import { isLetter } from '../keys/parse.ts'
import { satisfiable, statesExclude } from '../overlap.ts'
import { type DecisionKeys, keysOfDecisions, lettersOf, PRIMARY, primaryOf, primaryOnPage } from './decisionKeys.ts'
import { batchId, decisionId, primaryId } from './ids.ts'
import { hasRecord, inside, onRecords, onRows, withRecord } from './places.ts'
import { join, own, theirs, titled, wordIn } from './title.ts'

/**
 * Commands of the granted decisions (transitions, or calls that are commands): one each; one more to decide with a
 * remark although none must be given; one more for ticked rows alone, which says so where only one record can be
 * decided at a time. Their keys work in the queues that offer the decision and on the record's own page; in plain
 * tables decisions are reached by palette and buttons only, so that no stray letter moves money. `others`: commands
 * whose keys decisions must not have, as the preset has them.
 */
export function decisions(
  catalogue: Catalogue,
  language: Language,
  others: readonly AnyCommand[],
  preset: Preset = presetOf('default'),
): AnyCommand[] {
  const common = preset.first(whatever(language))
  const letters = lettersOf([...common, ...others])
  const english = (d: CatalogueDecision) => theirs(d, language).en
  return [
    ...catalogue.resources.flatMap((r) => {
      const decided = r.decisions.filter((d) => d.takesBack.length === 0)
      const keys = keysOfDecisions({ decisions: decided }, english, letters)
      const isGoing = (v: CatalogueQueueView, d: CatalogueDecision): boolean =>
        v.resource === r.id && primaryOf(v, decided, keys) === d
      const going = decided.filter((d) => catalogue.queues.some((q) => q.views.some((v) => isGoing(v, d))))
      const have = decided.filter((d) => keys.get(d.id)?.key === PRIMARY)
      const onPage = primaryOnPage(going, have)
      const goesOn = (d: CatalogueDecision): GoesOn | null =>
        going.includes(d) ? { views: viewsWhere(catalogue.queues, (v) => isGoing(v, d)), page: onPage.has(d) } : null
      return decided.flatMap((d) => ofDecision(catalogue, r, d, keys.get(d.id) ?? NO_KEYS, goesOn(d), language))
    }),
    ...common,
  ]
}

const NO_KEYS: DecisionKeys = { key: '', detailed: '' }

/** Commands about decisions in general. */
function whatever(language: Language): AnyCommand[] {
  return [
    {
      id: 'decision.takeBack',
      ...titled(own('takeBack'), language),
      category: 'decision',
      icon: 'undo',
      when: inside,
      selection: 'none',
      keys: ['z'],
      disabled: (host) => (host.context.undoable > 0 ? null : wordIn('nothingToTakeBack', language)),
      run: (host) => host.decide.takeBack(),
    },
    {
      id: 'decision.redo',
      ...titled(own('redo'), language),
      category: 'decision',
      icon: 'redo',
      when: inside,
      selection: 'none',
      keys: ['mod+y'],
      disabled: (host) => (host.context.redoable > 0 ? null : wordIn('nothingToRedo', language)),
      run: (host) => host.decide.redo(),
    },
    {
      id: 'decision.recent',
      ...titled(own('recentDecisions'), language),
      category: 'queue',
      icon: 'history',
      when: inside,
      selection: 'none',
      keys: ['alt+u'],
      run: (host) => host.shell.showDecisions(),
    },
    {
      id: 'decision.repeat',
      ...titled(own('repeat'), language),
      category: 'decision',
      icon: 'check-check',
      when: withRecord,
      selection: 'one',
      keys: ['.'],
      keysWhen: any(is('screen', 'queue'), is('screen', 'detail')),
      // ticked rows are decided by their own keys, with a preview
      disabled: (host) => (ticked(host) ? wordIn('tickedRows', language) : null),
      run: (host) => host.decide.repeat(),
    },
    {
      id: 'decision.retryFailed',
      ...titled(own('retryFailed'), language),
      category: 'decision',
      icon: 'refresh-cw',
      when: onRecords,
      selection: 'none',
      keys: ['shift+f'],
      run: (host) => host.decide.retryFailed(),
    },
    {
      id: 'decision.showFailed',
      ...titled(own('showFailed'), language),
      category: 'decision',
      icon: 'alert-triangle',
      when: onRecords,
      selection: 'none',
      keys: ['f'],
      run: (host) => host.decide.showFailed(),
    },
    {
      id: 'batch.cancel',
      ...titled(own('cancelBatch'), language),
      category: 'decision',
      icon: 'x',
      when: onRows,
      selection: 'none',
      keys: ['shift+z'],
      run: (host) => host.decide.cancelBatch(),
    },
  ]
}

const ICON: Readonly<Record<CatalogueDecision['result'], string>> = {
  pass: 'check',
  reject: 'x',
  other: 'arrow-right',
}

/** Decisions that delete: of what else is dangerous, nothing is thrown away. */
const REMOVES = /^(remove|delete)/

/** Returns whether a row can stand before both decisions, which look at the same of it. */
const standTogether = (a: CatalogueDecision, b: CatalogueDecision): boolean =>
  Object.keys(a.from).some((field) => field in b.from) && !statesExclude(a.from, b.from)

/**
 * By which names a decision is asked for, besides its title. Passed or rejected is what can be either: what is switched
 * on, started or shown is no review.
 */
function kindOf(r: CatalogueResource, t: CatalogueDecision): 'pass' | 'reject' | 'remove' | null {
  const opposite = t.result === 'pass' ? 'reject' : 'pass'
  const decided = t.result !== 'other' && r.decisions.some((d) => d.result === opposite && standTogether(d, t))
  if (decided) return t.result === 'pass' ? 'pass' : 'reject'
  return t.danger ? 'remove' : null
}

/** Why none of these rows can be decided by this person: they made all of them. Null where one can be. */
function notOwn(t: CatalogueDecision, rows: CommandHost['rows'], language: Language): string | null {
  const reasons = rows.map((row) => madeWhy(t, row))
  const [why] = reasons
  return why && reasons.every((reason) => reason !== '') ? `${why}${wordIn('anotherDecides', language)}` : null
}

/** Where a decision is what goes on, under a key that is not its own: in these views, and on the record's page. */
interface GoesOn {
  readonly views: When
  readonly page: boolean
}

/** These views, as a condition on queue and view. */
const viewsWhere = (queues: readonly CatalogueQueue[], wanted: (v: CatalogueQueueView) => boolean): When =>
  any(...queues.flatMap((q) => q.views.filter(wanted).map((v) => all(is('queue', q.code), is('view', v.code)))))

/** Views that offer a decision on records of a resource, as a condition on queue and view. */
export const offered = (queues: readonly CatalogueQueue[], resource: string, decision: string): When =>
  viewsWhere(queues, (v) => v.resource === resource && v.decisions.includes(decision))

function ofDecision(
  catalogue: Catalogue,
  r: CatalogueResource,
  t: CatalogueDecision,
  { key, detailed }: DecisionKeys,
  goesOn: GoesOn | null,
  language: Language,
): AnyCommand[] {
  const id = decisionId(r.id, t.id)
  const kind = kindOf(r, t)
  const name = { ...theirs(t, language), words: kind ? own(kind).words : [] }
  const inQueue = all(is('screen', 'queue'), offered(catalogue.queues, r.id, t.id))
  const keysWhen = any(inQueue, is('screen', 'detail'))
  // In a queue only what its view offers; in tables and on pages whatever the row's state allows.
  const when = all(hasRecord(r.id), any(inQueue, is('screen', 'table'), is('screen', 'detail')))
  const shared = {
    category: 'decision',
    icon: t.danger ? (REMOVES.test(t.id) ? 'trash' : 'warning') : ICON[t.result],
    danger: t.danger,
    from: t.from,
    ...(isFinal(t) ? { note: wordIn('final', language) } : {}),
  } as const
  const wrongForTicked = (host: CommandHost): string | null => {
    if (t.select === 'one') return wordIn('oneOnly', language)
    if (host.context.allSelected) return null
    const standing = host.rows.filter((row) => isInState(t.from, row))
    return standing.length > 0 ? notOwn(t, standing, language) : wordIn('noRowStands', language)
  }
  const wrong = (host: CommandHost): string | null => {
    if (t.closed) return t.closed
    if (ticked(host)) return wrongForTicked(host)
    if (!host.row) return wordIn('noRow', language)
    if (!isInState(t.from, host.row))
      return [host.decide.overtaken(host.row), wordIn('wrongState', language)]
        .filter(Boolean)
        .join(language === 'zh' ? '，' : '. ')
    return notOwn(t, [host.row], language)
  }
  const one: AnyCommand = {
    ...shared,
    id,
    ...titled(name, language),
    when,
    selection: 'one',
    keys: key ? [key] : undefined,
    keysWhen,
    disabled: wrong,
    ...(t.mustAsk ? { asks: true } : {}),
    run: (host) => host.decide.decide(r.id, t.id, detailOf(host, false, ticked(host))),
  }
  const commands: AnyCommand[] = [one]
  if (t.asks && !t.mustAsk) {
    commands.push({
      ...shared,
      id: `${id}.detailed`,
      ...titled(join(name, own('withRemark')), language),
      when,
      selection: 'one',
      keys: detailed ? [detailed] : undefined,
      keysWhen,
      disabled: wrong,
      asks: true,
      run: (host) => host.decide.decide(r.id, t.id, detailOf(host, true, ticked(host))),
    })
  }
  const batch: AnyCommand = {
    ...shared,
    from: undefined,
    id: batchId(id),
    ...titled(join(own('batch'), name), language),
    when: all(onRows, is('resource', r.id), any(inQueue, is('screen', 'table'))),
    selection: 'many',
    // decisions that are never possible keep button and key, which say why, but are not searched
    hidden: t.select === 'one',
    // Letters only: Shift with anything else is another character. Only where some queue offers it.
    keys: isLetter(key) && satisfiable(inQueue) ? [`shift+${key}`] : undefined,
    keysWhen: inQueue,
    disabled: (host) => {
      if (t.closed) return t.closed
      return ticked(host) || t.select === 'one' ? wrongForTicked(host) : wordIn('nothingTicked', language)
    },
    ...(t.mustAsk ? { asks: true } : {}),
    run: (host) => host.decide.decide(r.id, t.id, detailOf(host, false, true)),
  }
  commands.push(batch)
  if (goesOn) {
    const inViews = all(is('screen', 'queue'), goesOn.views)
    const keysWhen = goesOn.page ? any(inViews, is('screen', 'detail')) : inViews
    commands.push({ ...one, id: primaryId(id), hidden: true, keysWhen, keys: [PRIMARY] })
    commands.push({ ...batch, id: primaryId(batch.id), hidden: true, keysWhen: inViews, keys: [`shift+${PRIMARY}`] })
  }
  return commands
}

/** How a decision is asked about: where the person is, be it in the palette. */
const detailOf = ({ source, text = '' }: CommandHost, detailed: boolean, batch: boolean) => ({
  ...{ detailed, batch },
  ...(source === 'palette' && { inline: text }),
})

/** Rows are ticked: they are what is meant, wherever the cursor is. */
const anyTicked: When = any(atLeast('selected', 1), is('allSelected', true))
const ticked = (host: CommandHost): boolean => holds(anyTicked, host.context)
