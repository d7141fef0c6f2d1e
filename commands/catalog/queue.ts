import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, is } from '../context.ts'
import { inside, onQueue, withRecord } from './places.ts'
import { own, titled } from './title.ts'

/**
 * Commands of the split pane besides deciding. Alt and digits are left to the reason dialog, where they choose a quick
 * reply.
 */
export function queue(language: Language): AnyCommand[] {
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
      id: 'queue.holdUntil',
      ...titled(own('holdUntil'), language),
      category: 'queue',
      icon: 'clock',
      when: all(onQueue, is('hasRow', true)),
      selection: 'one',
      keys: ['alt+h'],
      run: (host) => host.queues.holdUntil(),
    },
    {
      id: 'queue.held',
      ...titled(own('heldRows'), language),
      category: 'queue',
      icon: 'clock',
      when: onQueue,
      selection: 'none',
      keys: ['alt+shift+h'],
      run: (host) => host.queues.showHeld(),
    },
    {
      id: 'queue.takeOver',
      ...titled(own('takeOver'), language),
      category: 'queue',
      icon: 'hand',
      when: all(withRecord, is('claimed', true)),
      selection: 'one',
      keys: ['alt+t'],
      run: (host) => host.queues.takeOver(),
    },
    {
      id: 'queue.nextUrgent',
      ...titled(own('nextUrgent'), language),
      category: 'queue',
      icon: 'arrow-right',
      when: inside,
      selection: 'none',
      keys: ['g n'],
      run: (host) => host.queues.nextUrgent(),
    },
    {
      id: 'queue.stay',
      ...titled(own('stay'), language),
      category: 'queue',
      icon: 'pin',
      when: onQueue,
      selection: 'none',
      keys: ['alt+.'],
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
  ]
}
