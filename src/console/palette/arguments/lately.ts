import { type FrecencyBook, frecencyBook } from '../../../../commands/search/frecency.ts'
import { ARGUMENTS_KEPT, settings } from '../../../model/wire/settings/settings.ts'
import { mySettings } from '../../data/mySettings.ts'

const { usedArguments } = settings
/** Longest name of an entry, as the setting takes it. */
const NAME_LENGTH_MAX = 200

/** What was chosen for arguments, by the argument and the id of the choice: never a person's own words. */
const book = (): FrecencyBook =>
  frecencyBook(
    {
      read: () => mySettings().read(usedArguments.key, usedArguments),
      write: (next) => void mySettings().write(usedArguments.key, next),
    },
    Date.now,
    ARGUMENTS_KEPT,
  )

/** Remembers a choice of an argument (`settlementOrder.audit.reject.reason`). */
export function rememberChoice(argument: string, choice: string): void {
  const name = `${argument}=${choice}`
  if (name.length <= NAME_LENGTH_MAX) book().visit(name)
}

/** Choices of an argument, the most used first. */
export function choicesLately(argument: string): readonly string[] {
  const before = `${argument}=`
  return book()
    .recent(ARGUMENTS_KEPT)
    .filter((name) => name.startsWith(before))
    .map((name) => name.slice(before.length))
}
