import type { ReactNode } from 'react'
import { formatKeys } from '../../../commands/keys/format.ts'
import { platform } from '../host/platform.ts'
import { useWords } from '../i18n/index.ts'
import { Key } from '../ui/Key.tsx'
import type { RowFacts, Subject } from './rows.ts'

/** Effect of Enter on a row, as a word of `palette`. */
const enterDoes = (subject: Subject): string => {
  switch (subject.is) {
    case 'record':
      return 'palette.doOpen'
    case 'command':
      return subject.command.place ? 'palette.doGo' : 'palette.doRun'
    case 'action':
      return 'palette.doRun'
    default:
      return 'palette.doChoose'
  }
}

/** Returns whether a row has actions of its own. */
export const hasActions = (subject: Subject): boolean => subject.is === 'record' || subject.is === 'command'

/** Where a row leads to, which may be opened aside; "" for what leads nowhere. */
export const routeOfRow = (subject: Subject): string =>
  subject.is === 'record' ? subject.route : subject.is === 'command' ? (subject.command.place?.route ?? '') : ''

interface FootProps {
  readonly children: ReactNode
  /** The row in hand. */
  readonly row: RowFacts | undefined
  onEnter(): void
  onActions(): void
  onAside(): void
}

/** The line at the bottom: how much was found, and what the keys do with the row in hand. Each is a button, too. */
export function Foot({ children, row, onEnter, onActions, onAside }: FootProps) {
  const { t } = useWords()
  const hint = (keys: string, word: string, run: () => void) => (
    <button type="button" tabIndex={-1} onMouseDown={(e) => e.preventDefault()} onClick={run}>
      {t(word)} <Key>{formatKeys(keys, platform)}</Key>
    </button>
  )
  return (
    <div className="foot" data-quiet={!children || undefined}>
      <span role="status" aria-live="polite">
        {children}
      </span>
      {row && !row.why ? (
        <>
          {hint('enter', enterDoes(row.subject), onEnter)}
          {routeOfRow(row.subject) ? hint('mod+enter', 'palette.doAside', onAside) : null}
        </>
      ) : null}
      {row && hasActions(row.subject) ? hint('tab', 'palette.doActions', onActions) : null}
    </div>
  )
}
