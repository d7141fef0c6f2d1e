import './words.ts'
import styled from 'styled-components'
import { listTitleOf } from '../../../../commands/catalog/savedViews.ts'
import { scheduleText, type ViewSchedule } from '../../../model/wire/viewSchedule.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { pauseSchedule, removeSchedule } from '../../data/savedViews.ts'
import { showOutcome } from '../../host/host.ts'
import { t, useWords } from '../../i18n/index.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { fetchExport } from './fetchExport.ts'
import { tried } from './tried.ts'

const minute = (at: string): string => at.slice(0, 16)

async function pause(of: ViewSchedule, paused: boolean): Promise<void> {
  const kept = await tried(() => pauseSchedule(of, paused))
  if (!kept) return
  const { name } = of
  toast.good(() =>
    paused
      ? t('viewSchedules.schedulePaused', { name })
      : t('viewSchedules.scheduleResumed', { name, at: minute(kept.next) }),
  )
}

async function remove(of: ViewSchedule): Promise<void> {
  const { name } = of
  const agreed = await confirm({
    title: t('viewSchedules.removeScheduleTitle', { name }),
    body: t('viewSchedules.removeScheduleBody'),
    danger: true,
    ok: t('viewSchedules.removeSchedule'),
  })
  if (agreed && (await tried(() => removeSchedule(of).then(() => true))) !== null)
    toast.good(() => t('viewSchedules.scheduleRemoved', { name }))
}

/** A scheduled export: when, what comes next, what became of the last one, and what can be done. */
export function ScheduleRow({ of, onChange }: { readonly of: ViewSchedule; onChange(): void }) {
  const { t: say, language } = useWords()
  const catalogue = useCatalogue()
  const { name, last, state } = of
  const list = catalogue ? listTitleOf(catalogue, { list: of.list, resource: '' }) : ''
  return (
    <Line data-state={state}>
      <div className="what">
        <b>{name}</b>
        <span>{[list, `${scheduleText(of.cron, language)} · ${of.format}`].filter(Boolean).join(' · ')}</span>
        <span data-bad={state === 'stopped' || undefined}>
          {state === 'stopped'
            ? of.why
            : state === 'paused'
              ? say('viewSchedules.paused')
              : say('viewSchedules.next', { at: minute(of.next) })}
        </span>
        <span data-bad={last?.state === 'failed' || undefined}>
          {last === null
            ? say('viewSchedules.neverRun')
            : last.state === 'running'
              ? say('viewSchedules.lastRunning', { at: minute(last.at) })
              : last.state === 'failed'
                ? say('viewSchedules.lastFailed', { at: minute(last.at), why: last.why })
                : say('viewSchedules.last', { at: minute(last.at), count: last.total })}
          {last?.file ? (
            <Button
              $tone="quiet"
              onClick={() => void fetchExport(last.file).then((outcome) => showOutcome(outcome, 'button'))}
            >
              <Icon name="download" size={12} />
              {say('viewSchedules.download')}
            </Button>
          ) : null}
        </span>
      </div>
      <div className="acts">
        <Button $tone="quiet" aria-label={`${say('viewSchedules.change')} ${name}`} onClick={onChange}>
          {say('viewSchedules.change')}
        </Button>
        <Button
          $tone="quiet"
          aria-label={`${say(state === 'active' ? 'viewSchedules.pause' : 'viewSchedules.resume')} ${name}`}
          onClick={() => void pause(of, state === 'active')}
        >
          {say(state === 'active' ? 'viewSchedules.pause' : 'viewSchedules.resume')}
        </Button>
        <IconButton
          aria-label={`${say('viewSchedules.removeSchedule')} ${name}`}
          title={say('viewSchedules.removeSchedule')}
          onClick={() => void remove(of)}
        >
          <Icon name="trash" />
        </IconButton>
      </div>
    </Line>
  )
}

const Line = styled.li`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 4px 12px;
  padding: 10px 0;
  & + & { border-top: 1px solid var(--line); }
  & > .what { display: grid; gap: 2px; flex: 1 1 220px; min-width: 0; }
  & b { font-weight: 600; overflow-wrap: anywhere; }
  & .what > span { display: flex; align-items: center; flex-wrap: wrap; gap: 2px 8px; color: var(--text-2); font-size: 12px; line-height: 1.5; }
  & .what > span[data-bad] { color: var(--bad); }
  & .what > span > button { height: 22px; padding: 0 6px; color: var(--accent); }
  & > .acts { display: flex; align-items: center; gap: 2px; margin-right: -6px; }
  &[data-state='paused'] b { color: var(--text-2); }
`
