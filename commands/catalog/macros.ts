import type { Language } from '../../src/model/values/label.ts'
import type { KeptMacro } from '../../src/model/wire/settings/shapes.ts'
import type { AnyCommand } from '../command.ts'
import { inside, withRecord } from './places.ts'
import { own, titled, wordIn } from './title.ts'

/** Id of the command that runs a macro: keys are bound to it like to any other. */
export const macroId = (id: string): string => `macro.${id}`

/** Macros by their ids, as a person keeps them. */
export type Macros = Readonly<Record<string, KeptMacro>>

/** A person's macros as commands on the ticked rows or the row in hand, and what records and edits them. */
export function macros(language: Language, kept: Macros): AnyCommand[] {
  const other = language === 'zh' ? 'en' : 'zh'
  return [
    {
      id: 'macros.record',
      ...titled(own('recordMacro'), language),
      category: 'queue',
      icon: 'play',
      when: inside,
      selection: 'none',
      keys: ['alt+q'],
      run: (host) => host.decide.recordMacro(),
    },
    {
      id: 'macros.edit',
      ...titled(own('editMacros'), language),
      category: 'queue',
      icon: 'pencil',
      when: inside,
      selection: 'none',
      run: (host) => host.shell.editMacros(),
    },
    ...Object.entries(kept).map(
      ([id, { name }]): AnyCommand => ({
        id: macroId(id),
        title: `${wordIn('macro', language)} · ${name}`,
        alias: `${wordIn('macro', other)} · ${name}`,
        words: [name],
        category: 'decision',
        icon: 'play',
        when: withRecord,
        selection: 'many',
        run: (host) => host.decide.runMacro(id),
      }),
    ),
  ]
}
