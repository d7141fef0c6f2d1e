import { TRACE } from '../../src/model/language/trace.ts'
import type { Language } from '../../src/model/values/label.ts'
import type { AnyCommand } from '../command.ts'
import { all, any, atLeast, is, type When } from '../context.ts'
import { inside, onRows } from './places.ts'
import { own, titled } from './title.ts'

/** A record is shown: beside its list or queue, or on its page. */
const shown: When = all(
  inside,
  any(is('screen', 'detail'), all(any(is('screen', 'queue'), is('screen', 'table')), is('previewOpen', true))),
)

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/**
 * The record beside its list, the sections of the record that is shown, and the way from one record to the next: the
 * same keys wherever it is.
 */
export function sections(language: Language): AnyCommand[] {
  return [
    {
      id: 'record.preview',
      ...titled(own('preview'), language),
      category: 'queue',
      icon: 'panel-right',
      when: onRows,
      selection: 'none',
      keys: ['\\'],
      run: (host) => host.grid.togglePreview(),
    },
    ...([1, -1] as const).map(
      (by): AnyCommand => ({
        id: by > 0 ? 'record.nextSection' : 'record.previousSection',
        ...titled(own(by > 0 ? 'nextSection' : 'previousSection'), language),
        category: 'queue',
        icon: by > 0 ? 'chevron-right' : 'chevron-left',
        when: shown,
        selection: 'none',
        keys: [by > 0 ? ']' : '['],
        repeatable: true,
        run: (host) => host.grid.nextSection(by),
      }),
    ),
    ...([1, -1] as const).map(
      (by): AnyCommand => ({
        id: by > 0 ? 'record.next' : 'record.previous',
        ...titled(own(by > 0 ? 'nextRecord' : 'previousRecord'), language),
        category: 'queue',
        icon: by > 0 ? 'chevron-down' : 'chevron-up',
        when: all(inside, is('screen', 'detail')),
        selection: 'none',
        keys: [by > 0 ? 'j' : 'k'],
        repeatable: true,
        run: (host) => host.grid.move(by),
      }),
    ),
    {
      id: 'record.trace',
      ...titled(own('trace'), language),
      category: 'queue',
      icon: 'git-branch',
      when: all(shown, is('traced', true)),
      selection: 'none',
      keys: ['l'],
      run: (host) => host.grid.section(TRACE),
    },
    {
      id: 'record.addRow',
      ...titled(own('addRow'), language),
      category: 'queue',
      icon: 'plus',
      when: all(shown, is('addsRows', true)),
      selection: 'none',
      keys: ['alt+n'],
      run: (host) => host.grid.addRow(),
    },
    {
      id: 'record.comment',
      ...titled(own('comment'), language),
      category: 'record',
      icon: 'message',
      when: shown,
      selection: 'none',
      keys: ['q'],
      run: (host) => host.grid.comment(),
    },
    ...DIGITS.map((n): AnyCommand => {
      const names = titled(own('section'), language)
      return {
        id: `record.section.${n}`,
        ...names,
        title: `${names.title} ${n}`,
        alias: `${names.alias} ${n}`,
        category: 'queue',
        icon: 'list',
        when: all(shown, atLeast('sections', n)),
        selection: 'none',
        keys: [String(n)],
        hidden: true,
        run: (host) => host.grid.section(n),
      }
    }),
  ]
}
