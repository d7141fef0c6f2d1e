import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand, CardsPort } from '../command.ts'
import { all, any, is, type When } from '../context.ts'
import { inside } from './places.ts'
import { own, titled } from './title.ts'
import type { Word } from './words.ts'

/** A page of places to go to: the first page, and the one of all queues. */
const onCards: When = all(inside, any(is('screen', 'home'), is('screen', 'queueHub')))

const MOVES: readonly (readonly [
  id: string,
  word: Word,
  keys: readonly string[],
  to: Parameters<CardsPort['move']>[0],
])[] = [
  ['next', 'nextItem', ['j', 'arrowright'], 'next'],
  ['previous', 'previousItem', ['k', 'arrowleft'], 'previous'],
  ['below', 'itemBelow', ['arrowdown'], 'below'],
  ['above', 'itemAbove', ['arrowup'], 'above'],
]

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Commands that move over the links of a page: Enter opens the focused one, a digit one of the first nine. */
export function cards(language: Language): AnyCommand[] {
  const names = titled(own('openItem'), language)
  return [
    ...MOVES.map(
      ([id, word, keys, to]): AnyCommand => ({
        id: `cards.${id}`,
        ...titled(own(word), language),
        category: 'table',
        icon: 'arrow-right',
        when: onCards,
        selection: 'none',
        keys,
        repeatable: true,
        hidden: true,
        run: (host) => host.cards.move(to),
      }),
    ),
    {
      id: 'cards.nextUrgent',
      ...titled(own('nextUrgent'), language),
      category: 'queue',
      icon: 'arrow-right',
      when: onCards,
      selection: 'none',
      keys: ['n'],
      hidden: true,
      run: (host) => host.queues.nextUrgent(),
    },
    ...DIGITS.map(
      (n): AnyCommand => ({
        id: `cards.open.${n}`,
        ...names,
        title: `${names.title} ${n}`,
        alias: `${names.alias} ${n}`,
        category: 'table',
        icon: 'arrow-right',
        when: onCards,
        selection: 'none',
        keys: [String(n)],
        hidden: true,
        run: (host) => host.cards.open(n),
      }),
    ),
  ]
}
