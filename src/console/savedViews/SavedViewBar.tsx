import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import type { ViewColumns } from '../../model/wire/savedView.ts'
import { benchChanged } from '../host/context.ts'
import { providePorts, runCommand } from '../host/host.ts'
import { useCommand } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { NARROW, useMedia } from '../ui/useMedia.ts'
import type { ShownView } from './useShownView.ts'
import { viewsPort } from './viewActs.ts'

interface SavedViewBarProps {
  readonly shown: ShownView
  /** Columns as the list shows them now. */
  readonly columns: ViewColumns
  /** Its icon alone: the line has other buttons, and no room. */
  readonly brief?: boolean
}

/** Saved views beside the title of a list: which one is in force, whether it was changed, and the others as a menu. */
export function SavedViewBar({ shown, columns, brief = false }: SavedViewBarProps) {
  const { t } = useWords()
  const narrow = useMedia(NARROW)
  const button = useRef<HTMLButtonElement>(null)
  const now = useRef({ ...shown, columns })
  now.current = { ...shown, columns }
  useEffect(() => providePorts({ views: viewsPort(() => ({ ...now.current, at: () => button.current })) }), [])
  const { view, changed, views } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands look again at what they may do
  useEffect(benchChanged, [view, changed, views])
  const { here } = useCommand('view.choose')
  if (!here && views.length === 0) return null
  const name = view?.name ?? t('savedViews.views')
  // of one's own choice nobody needs to be reminded
  const from = view?.opensFor ? t('savedViews.openedFor', { role: view.opensFor }) : ''
  return (
    <Bar data-brief={brief || undefined}>
      <Button
        ref={button}
        $tone={view ? 'plain' : 'quiet'}
        aria-haspopup="menu"
        aria-label={view ? t(changed ? 'savedViews.openChanged' : 'savedViews.open', { name }) : name}
        title={view && from ? `${view.name} — ${from}` : view?.name}
        data-view={view?.id ?? ''}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void runCommand('view.choose', 'button')}
      >
        <Icon name={view?.icon ?? 'columns'} />
        {brief ? null : <span className="name">{name}</span>}
        {changed ? <i className="dot" /> : null}
        {brief ? null : <Icon name="chevron-down" size={12} />}
      </Button>
      {from && !changed && !narrow ? (
        <>
          <span className="changed">{from}</span>
          <CommandButton id="view.leave" tone="quiet" />
        </>
      ) : null}
      {changed && !narrow ? (
        <>
          <span className="changed" role="status">
            {t('savedViews.changed')}
          </span>
          {view?.mine ? <CommandButton id="view.update" tone="quiet" /> : <CommandButton id="view.save" tone="quiet" />}
          <CommandButton id="view.discard" tone="quiet">
            {t('savedViews.discard')}
          </CommandButton>
        </>
      ) : null}
    </Bar>
  )
}

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  & > button { min-width: 0; }
  & .name { max-width: 14em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  &[data-brief] { margin-left: -6px; }
  &[data-brief] > button { position: relative; padding: 0 7px; }
  &[data-brief] .dot { position: absolute; top: 10px; right: 4px; }
  & .dot { flex: none; width: 6px; height: 6px; border-radius: 50%; background: var(--wait); }
  & > .changed { margin-left: 4px; color: var(--text-2); font-size: 12px; white-space: nowrap; }
  @media (max-width: 599px) { & .name { max-width: 8em; } }
`
