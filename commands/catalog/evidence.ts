import type { Language } from '../../src/model/values/label.ts'
import type { Catalogue } from '../../src/model/wire/catalogue.ts'
import type { AnyCommand, EvidenceAct } from '../command.ts'
import { all, any, is, not } from '../context.ts'
import { OPERATION_KEYS } from '../keys/operations.ts'
import { onRecords, withRecord } from './places.ts'
import { isOffered } from './records.ts'
import { own, titled } from './title.ts'

const ACTS: readonly (readonly [act: EvidenceAct, icon: string, keys: readonly string[], repeatable?: true])[] = [
  ['next', 'chevron-right', ['arrowright'], true],
  ['previous', 'chevron-left', ['arrowleft'], true],
  ['larger', 'plus', ['='], true],
  ['smaller', 'minus', ['-'], true],
  ['fit', 'maximize', ['0']],
  ['turnLeft', 'undo', [',']],
  ['turnRight', 'refresh-cw', [';']],
  ['two', 'columns', ['|']],
  ['play', 'play', ['space']],
  ['forward', 'chevron-right', ['shift+arrowright'], true],
  ['back', 'chevron-left', ['shift+arrowleft'], true],
  ['faster', 'chevron-up', ['shift+arrowup']],
  ['slower', 'chevron-down', ['shift+arrowdown']],
  ['alike', 'copy', ["'"]],
  ['download', 'download', []],
]

/**
 * The evidence of the record in hand, and what is done with it while it is open. None of these keys decides: those of
 * decisions go on to act on the record that is shown. In lists and on pages of what may be edited `e` edits, so Shift+E shows
 * the evidence wherever there is a record.
 */
export function evidence(catalogue: Catalogue, language: Language): AnyCommand[] {
  const edited = catalogue.resources.filter((r) => isOffered(catalogue, r, 'edit')).map((r) => is('resource', r.id))
  const shared = { category: 'queue', icon: 'eye', selection: 'one' } as const
  return [
    {
      ...shared,
      id: 'record.evidence',
      ...titled(own('evidence'), language),
      when: withRecord,
      keys: [`shift+${OPERATION_KEYS.edit}`],
      run: (host) => host.evidence.toggle(),
    },
    {
      ...shared,
      id: 'record.evidence.primary',
      ...titled(own('evidence'), language),
      when: withRecord,
      keysWhen: any(is('screen', 'queue'), all(is('screen', 'detail'), not(any(...edited)))),
      keys: [OPERATION_KEYS.edit],
      hidden: true,
      run: (host) => host.evidence.toggle(),
    },
    ...ACTS.map(
      ([act, icon, keys, repeatable]): AnyCommand => ({
        id: `evidence.${act}`,
        ...titled(own(`evidence.${act}`), language),
        category: 'queue',
        icon,
        when: all(onRecords, is('evidence', true)),
        selection: 'none',
        ...(keys.length > 0 ? { keys } : {}),
        ...(repeatable ? { repeatable } : {}),
        run: (host) => host.evidence.act(act),
      }),
    ),
  ]
}
