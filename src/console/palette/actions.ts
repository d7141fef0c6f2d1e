import { join, own, titled } from '../../../commands/catalog/title.ts'
import type { Word } from '../../../commands/catalog/words.ts'
import type { AnyCommand } from '../../../commands/command.ts'
import { BLANK, type ContextKeys, holds } from '../../../commands/context.ts'
import type { Registry } from '../../../commands/registry.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex, type Searchable } from '../../../commands/search/score.ts'
import { codeOf } from '../../model/language/derived/code.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import { fieldOf, type Resource } from '../../model/language/resource.ts'
import { sectionsOf } from '../../model/language/section.ts'
import type { Language } from '../../model/values/label.ts'
import type { Found, WireRow } from '../../model/wire/wire.ts'
import { visitRecord } from '../data/recent.ts'
import { catalogued } from '../data/records.ts'
import { recordDecisions } from '../decisions/outbox/provideDecisions.ts'
import { removeRows } from '../decisions/removeRows.ts'
import { type At, commandState, openRoute, runCommand } from '../host/host.ts'
import { ports } from '../host/ports.ts'
import { t } from '../i18n/index.ts'
import { copyText } from '../ui/messages/clipboard.ts'
import { marksOf, type RowFacts, type RowGroup, rowOf, type Subject } from './rows.ts'

/** Something to be done with what a row stands for. */
export interface Action extends Searchable {
  readonly icon: string
  readonly group: 'open' | 'decide' | 'copy'
  readonly note?: string
  readonly keys?: string
  readonly danger?: boolean
  readonly why?: string
  run(): unknown
}

/** Action of the palette, found by pinyin and both languages like any command. */
const action = (
  word: Word,
  language: Language,
  facts: Pick<Action, 'icon' | 'group' | 'run'> & Partial<Action>,
): Action => ({ id: `action.${word}`, ...titled(own(word), language), ...facts })

const address = (route: string): string => `${location.origin}${route}`

/** Actions for any place that has an address. */
const ofPlace = (route: string, language: Language, opens: () => unknown): readonly Action[] => [
  action('openPlace', language, { icon: 'arrow-right', group: 'open', keys: 'enter', run: opens }),
  action('openAside', language, {
    icon: 'external-link',
    group: 'open',
    keys: 'mod+enter',
    run: () => openRoute(route, 'palette', true),
  }),
  action('copyLink', language, { icon: 'link', group: 'copy', run: () => copyText(address(route)) }),
]

/** Actions of a command that leads to a screen: what any place has, and adding a record there. */
function ofMenu(command: AnyCommand, registry: Registry, language: Language): readonly Action[] {
  const place = command.place
  if (!place) return []
  const add = place.resource ? registry.get(`${place.resource}.add`) : undefined
  const actions = ofPlace(place.route, language, () => runCommand(command.id, 'palette'))
  return add && commandState(add.id, 'palette').enabled
    ? [...actions, { ...add, group: 'decide', keys: '', run: () => runCommand(add.id, 'palette') }]
    : actions
}

/** Actions of any other command: running it, and its key. */
function ofCommand(command: AnyCommand, language: Language): readonly Action[] {
  const { why } = commandState(command.id, 'palette')
  const key = command.keys?.[0] ?? ''
  return [
    action('runCommand', language, {
      icon: command.icon,
      group: 'open',
      keys: 'enter',
      note: command.title,
      why,
      run: () => runCommand(command.id, 'palette'),
    }),
    action('showKey', language, {
      icon: 'keyboard',
      group: 'open',
      keys: key,
      why: key ? '' : t('palette.noKey'),
      run: () => ports.shell.showKeys(command.title),
    }),
  ]
}

/** Copying a code is called as the field is: 复制企业编码, 复制登录账号. */
function titleOfCopy(of: Resource, name: string, language: Language): Pick<Action, 'title' | 'alias'> {
  const [zh, en] = fieldOf(of, name)?.label ?? ['', '']
  return titled(join(own('copyNumber'), { zh, en, pinyin: [] }), language)
}

/** Actions of a record that need nothing but its address and name; the others come with the record. */
function ofFound(found: Found, route: string, language: Language, read: ReadRecord | null): readonly Action[] {
  const coded = read && codeOf(read.of)
  const code = coded ? String(read.row[coded] ?? '') : ''
  const open = () => {
    visitRecord(found.resource, found.id)
    return openRoute(route, 'palette')
  }
  const history = read && route.includes(found.id) && sectionsOf(read.of).find((s) => s.kind === 'history')
  return [
    ...ofPlace(route, language, open),
    ...(read && coded && code
      ? [
          action('copyNumber', language, {
            ...titleOfCopy(read.of, coded, language),
            icon: 'copy',
            group: 'copy',
            note: code,
            run: () => copyText(code),
          }),
        ]
      : []),
    ...(code !== found.title
      ? [
          action('copyName', language, {
            icon: 'copy',
            group: 'copy',
            note: found.title,
            run: () => copyText(found.title),
          }),
        ]
      : []),
    ...(history && catalogued(found.resource)?.routes.detail && catalogued('approvalHistory')
      ? [
          action('showHistory', language, {
            icon: 'history',
            group: 'copy',
            run: () => openRoute(`${route}${route.includes('?') ? '&' : '?'}section=${history.code}`, 'palette'),
          }),
        ]
      : []),
  ]
}

/** A record as it is now, with its declaration. */
export interface ReadRecord {
  readonly of: Resource
  readonly row: WireRow
}

/** The context of a record's own page. */
const pageContext = (resource: string): Partial<ContextKeys> => ({
  screen: 'detail',
  resource,
  queue: '',
  view: '',
  focus: 'page',
  selected: 0,
  allSelected: false,
  hasRow: true,
  tree: false,
})

/**
 * The commands that the record's own page would have: those that exist there and on no page without a record. They are
 * the same commands, run from here: title, condition, reason, questions and the way to the server are theirs.
 */
export const commandsOfRecord = (registry: Registry, resource: string): readonly AnyCommand[] => {
  const there: ContextKeys = { ...BLANK, signedIn: true, ...pageContext(resource) }
  return registry.commands.filter(
    (c) => !c.hidden && c.selection !== 'none' && holds(c.when, there) && !holds(c.when, { ...there, resource: '' }),
  )
}

/** The workbench as on the page of this record. */
function atRecord({ of, row }: ReadRecord): At {
  const entry = catalogued(of.id)
  return {
    context: pageContext(of.id),
    row,
    rows: [row],
    decide: recordDecisions(of.id, row),
    // Everything but deleting: a table behind the palette would delete its own rows.
    shell: Object.assign(Object.create(ports.shell), {
      remove: () => (entry ? removeRows(entry, [row]) : { is: 'nothing', why: t('shell.notHere') }),
    }),
  }
}

/**
 * Actions that the record's state and the person's rights allow now; a decision that its state would allow says why it
 * is not.
 */
function ofRecord(read: ReadRecord, registry: Registry): readonly Action[] {
  const at = atRecord(read)
  return commandsOfRecord(registry, read.of.id).flatMap((c): Action[] => {
    const { why } = commandState(c.id, 'palette', at)
    if (why && !(c.from && isInState(c.from, read.row))) return []
    return [{ ...c, group: 'decide', keys: '', why, run: () => runCommand(c.id, 'palette', at) }]
  })
}

/** Commands offered for a palette row. `read`: its record, where the row is a record and loaded. */
export function actionsOf(
  subject: Subject,
  registry: Registry,
  language: Language,
  read: ReadRecord | null,
): readonly Action[] {
  if (subject.is === 'record')
    return [...ofFound(subject.found, subject.route, language, read), ...(read ? ofRecord(read, registry) : [])]
  if (subject.is !== 'command') return []
  return subject.command.place ? ofMenu(subject.command, registry, language) : ofCommand(subject.command, language)
}

const GROUPS: readonly Action['group'][] = ['open', 'decide', 'copy']

/** Actions as rows: by group, or, once something is typed, by how well they answer it. */
export function actionRows(actions: readonly Action[], typed: string): readonly RowGroup[] {
  const row = (a: Action): RowFacts =>
    rowOf({
      id: a.id,
      title: a.title,
      icon: a.icon,
      ...marksOf(a, typed),
      note: a.note ?? '',
      keys: a.keys ?? '',
      danger: a.danger ?? false,
      why: a.why ?? '',
      subject: { is: 'action', run: a.run },
    })
  if (typed.trim())
    return [{ id: '', title: '', rows: rank(buildIndex(actions), typed).items.map((a) => row(a as Action)) }]
  return GROUPS.map((id) => ({ id, title: '', rows: actions.filter((a) => a.group === id).map(row) })).filter(
    (g) => g.rows.length > 0,
  )
}
