import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, is, type When } from '../context.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'

/** The page of first steps has the stage. */
const onSteps: When = all(inside, is('screen', 'steps'))

/** The steps of a page one after the other, and each by its number; Enter is that of the link which has the focus. */
export function steps(language: Language): AnyCommand[] {
  return [
    ...([1, -1] as const).map(
      (by): AnyCommand => ({
        id: by > 0 ? 'steps.next' : 'steps.previous',
        ...titled(own(by > 0 ? 'down' : 'up'), language),
        category: 'table',
        icon: by > 0 ? 'chevron-down' : 'chevron-up',
        when: onSteps,
        selection: 'none',
        keys: by > 0 ? ['j', 'arrowdown'] : ['k', 'arrowup'],
        repeatable: true,
        hidden: true,
        run: (host) => host.grid.move(by),
      }),
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): AnyCommand => {
      const names = titled(own('step'), language)
      return {
        id: `steps.${n}`,
        ...names,
        title: `${names.title} ${n}`,
        alias: `${names.alias} ${n}`,
        category: 'table',
        icon: 'list',
        when: onSteps,
        selection: 'none',
        keys: [String(n)],
        hidden: true,
        run: (host) => host.grid.section(n),
      }
    }),
  ]
}
