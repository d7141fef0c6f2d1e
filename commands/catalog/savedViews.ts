import type { Language } from '../../src/model/values/label.ts'
import type { Catalogue, Findable } from '../../src/model/wire/catalogue.ts'
import { type SavedView, viewAddress } from '../../src/model/wire/savedView.ts'
import type { AnyCommand, CommandHost, ViewState } from '../command.ts'
import { joinReadings } from '../search/pinyin.ts'
import { leaves } from './navigation.ts'
import { inside, onRows } from './places.ts'
import { own, theirs, titled, wordIn } from './title.ts'
import type { Word } from './words.ts'

/** Why a command on the view in force cannot be run, null when it can. */
type Refusal = (of: ViewState) => Word | null

const ofView: Refusal = (of) => (of.inForce ? null : 'noSavedView')
const ofOwn: Refusal = (of) => (of.inForce && !of.mine ? 'othersView' : ofView(of))
const ifChanged =
  (refusal: Refusal): Refusal =>
  (of) =>
    refusal(of) ?? (of.changed ? null : 'viewUnchanged')
const ofExports: Refusal = (of) => ofView(of) ?? (of.exports ? null : 'noExportHere')
const ofSharing: Refusal = (of) => (of.shares ? null : 'noSharing')
const ofSeveral: Refusal = (of) => (of.count > 0 ? null : 'noSavedViews')

/** Commands on the saved views of the list or queue that has the stage. */
export function savedViews(language: Language): AnyCommand[] {
  const act = (
    name: string,
    word: Word,
    icon: string,
    run: (host: CommandHost) => ReturnType<AnyCommand['run']>,
    refusal: Refusal | null,
    more: Pick<AnyCommand, 'keys' | 'danger' | 'repeatable'> = {},
  ): AnyCommand => ({
    id: `view.${name}`,
    ...titled(own(word), language),
    category: 'table',
    icon,
    when: onRows,
    selection: 'none',
    ...more,
    disabled: (host) => {
      const why = refusal?.(host.views.state()) ?? null
      return why === null ? null : wordIn(why, language)
    },
    run,
  })
  return [
    act('choose', 'chooseSavedView', 'columns', (host) => host.views.choose(), null, { keys: ['alt+v'] }),
    act('save', 'saveView', 'plus', (host) => host.views.saveAs(), null, { keys: ['alt+b'] }),
    act('update', 'updateView', 'check-circle', (host) => host.views.update(), ifChanged(ofOwn)),
    act('discard', 'discardView', 'undo', (host) => host.views.discard(), ifChanged(ofView)),
    act('rename', 'editView', 'pencil', (host) => host.views.edit(), ofOwn),
    act('default', 'defaultView', 'pin', (host) => host.views.makeDefault(), ofOwn),
    act('leave', 'leaveView', 'x', (host) => host.views.leave(), ofView),
    act('roleDefaults', 'roleDefaults', 'users', (host) => host.views.setDefaults(), ofSharing),
    act('schedule', 'scheduleView', 'clock', (host) => host.views.schedule(), ofExports),
    act('remove', 'removeView', 'trash', (host) => host.views.remove(), ofOwn, { danger: true }),
    act('next', 'nextSavedView', 'chevron-right', (host) => host.views.next(1), ofSeveral, {
      keys: ['alt+pagedown'],
    }),
    act('previous', 'previousSavedView', 'chevron-left', (host) => host.views.next(-1), ofSeveral, {
      keys: ['alt+pageup'],
    }),
    {
      id: 'views.schedules',
      ...titled(own('schedules'), language),
      category: 'table',
      icon: 'clock',
      when: inside,
      selection: 'none',
      run: (host) => host.shell.showSchedules(),
    },
  ]
}

/** Lists of a catalogue by their address: 200 views are looked up in it at each change of one. */
interface Lists {
  readonly queues: ReadonlyMap<string, Catalogue['queues'][number]>
  readonly menus: ReadonlyMap<string, Findable>
  readonly resources: ReadonlyMap<string, Findable>
}
const listsIn = new WeakMap<Catalogue, Lists>()

function listsOf(catalogue: Catalogue): Lists {
  const found = listsIn.get(catalogue) ?? {
    queues: new Map(catalogue.queues.map((q) => [`/desk/queues/${q.code}`, q])),
    // of two menus of one path the first
    menus: new Map([...leaves(catalogue.topMenus)].reverse().map((m) => [m.path, m])),
    resources: new Map(catalogue.resources.map((r) => [r.id, r])),
  }
  listsIn.set(catalogue, found)
  return found
}

/** Title of the list of a view: of the queue's view, of the menu that leads there, else of its resource. */
function listOf(catalogue: Catalogue, view: Pick<SavedView, 'list' | 'resource'>): Findable | undefined {
  const [path = '', search = ''] = view.list.split('?', 2)
  const { queues, menus, resources } = listsOf(catalogue)
  const code = new URLSearchParams(search).get('view')
  return queues.get(path)?.views.find((v) => v.code === code) ?? menus.get(path) ?? resources.get(view.resource)
}

/** Title of the list of a view, in the language of the catalogue. Pure. */
export const listTitleOf = (catalogue: Catalogue, view: Pick<SavedView, 'list' | 'resource'>): string =>
  listOf(catalogue, view)?.title ?? ''

/**
 * Key of each view by its id: a person's own views have theirs, a shared view has its owner's where no other view before it has
 * that one, in the order of the list. Pure.
 */
export function keysOfViews(views: readonly Pick<SavedView, 'id' | 'key' | 'mine'>[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>()
  for (const { id, key } of [...views.filter((v) => v.mine), ...views.filter((v) => !v.mine)])
    if (key !== '' && !taken.has(key)) taken.set(key, id)
  return new Map([...taken].map(([key, id]) => [id, key]))
}

/** Saved views as places to go to, each with its key where it has one. */
export function viewPlaces(catalogue: Catalogue, language: Language, views: readonly SavedView[]): AnyCommand[] {
  const other = language === 'zh' ? 'en' : 'zh'
  const keys = keysOfViews(views)
  return views.map((view): AnyCommand => {
    const key = keys.get(view.id)
    const list = listOf(catalogue, view)
    const title = list && theirs(list, language)
    const titleIn = (of: Language) => `${wordIn('savedView', of)} · ${view.name}${title ? ` — ${title[of]}` : ''}`
    const route = viewAddress(view)
    return {
      id: `view.open.${view.id}`,
      title: titleIn(language),
      alias: titleIn(other),
      pinyin: joinReadings(own('savedView').pinyin, view.pinyin, title?.pinyin ?? []),
      words: [view.name, ...view.pinyin],
      category: 'navigation',
      icon: view.icon,
      when: inside,
      selection: 'none',
      ...(key ? { keys: [key] } : {}),
      place: { route, resource: view.resource, aside: false },
      run: (host) => host.shell.open(route),
    }
  })
}
