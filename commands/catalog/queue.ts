import type { Catalogue } from '../../src/model/kernel/catalogue.ts'
import type { Language } from '../../src/model/kernel/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, any, is } from '../context.ts'
import { closedId } from './ids.ts'
import { hasRecord, onQueue } from './places.ts'
import { own, theirs, titled } from './title.ts'

/**
 * What is done in the split pane besides deciding. Alt and digits are left to the reason dialog, where they choose a quick reply.
 */
export function queue(catalogue: Catalogue, language: Language): AnyCommand[] {
  return [
    {
      id: 'queue.hold',
      ...titled(own('hold'), language),
      category: 'queue',
      icon: 'pause',
      when: all(onQueue, is('hasRow', true)),
      selection: 'one',
      keys: ['h'],
      run: (host) => host.decide.hold(),
    },
    {
      id: 'queue.stay',
      ...titled(own('stay'), language),
      category: 'queue',
      icon: 'pin',
      when: onQueue,
      selection: 'none',
      keys: ['.'],
      run: (host) => host.grid.toggleStay(),
    },
    ...([1, -1] as const).map(
      (by): AnyCommand => ({
        id: by > 0 ? 'queue.nextView' : 'queue.previousView',
        ...titled(own(by > 0 ? 'nextView' : 'previousView'), language),
        category: 'queue',
        icon: by > 0 ? 'chevron-right' : 'chevron-left',
        when: onQueue,
        selection: 'none',
        keys: [by > 0 ? '}' : '{'],
        run: (host) => host.grid.nextView(by),
      }),
    ),
    ...closed(catalogue, language),
  ]
}

/** What people look for here that later documents bring: found, shown with its key, and saying why not yet. */
function closed(catalogue: Catalogue, language: Language): AnyCommand[] {
  return catalogue.resources.flatMap((r) =>
    (r.closed ?? []).map(
      (c): AnyCommand => ({
        id: closedId(r.id, c.code),
        ...titled(theirs(c, language), language),
        category: 'queue',
        icon: 'lock',
        when: all(any(onQueue, is('screen', 'detail')), hasRecord(r.id)),
        selection: 'one',
        keys: c.key ? [c.key] : undefined,
        disabled: () => c.why,
        run: () => ({ is: 'nothing', why: c.why }),
      }),
    ),
  )
}
