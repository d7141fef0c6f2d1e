import './words.ts'
import { useState } from 'react'
import styled from 'styled-components'
import type { Outcome } from '../../../../commands/outcome.ts'
import { SCHEDULES_PER_USER_MAX, type ViewSchedule } from '../../../model/wire/viewSchedule.ts'
import { useSchedules } from '../../data/savedViews.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { t, useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { ScheduleRow } from './ScheduleRow.tsx'

/** View whose schedule is set. */
interface OfView {
  readonly id: string
  readonly name: string
}

const asks = question<{ readonly view: OfView | null }, true>()

/** Shows the scheduled exports of the person; with a view first that of the view, to be set or changed. */
export async function askSchedules(view: OfView | null): Promise<Outcome> {
  mountHost('schedules', <ScheduleHost />)
  await asks.ask({ view })
  return { is: 'done' }
}

function ScheduleHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <ScheduleDialog open={open} />
      </Safe>
    )
  )
}

function ScheduleDialog({ open }: { readonly open: Open<{ readonly view: OfView | null }, true> }) {
  const { t: say } = useWords()
  const { data, error, refetch } = useSchedules()
  const [edited, setEdited] = useState<OfView | null>(open.what.view)
  const close = () => open.answer(true)
  const of = data?.find((s) => s.view === edited?.id) ?? null
  const saved = (kept: ViewSchedule) => {
    toast.good(() => t('viewSchedules.scheduleSet', { at: kept.next.slice(0, 16) }))
    setEdited(null)
  }
  const others = data?.filter((s) => s.view !== edited?.id) ?? []
  return (
    <Dialog title={say('viewSchedules.schedules')} onClose={close} outside={!edited}>
      <List>
        {error && !data ? <Trouble error={error} again={() => void refetch()} /> : null}
        {!data && !error ? <Waiting /> : null}
        {data && edited ? (
          <section className="edited">
            <h3>{edited.name}</h3>
            <ScheduleForm
              key={`${edited.id} ${of?.version ?? 0}`}
              view={edited}
              of={of}
              onSaved={saved}
              onCancel={() => (open.what.view && others.length === 0 && !of ? close() : setEdited(null))}
            />
          </section>
        ) : null}
        {data?.length === 0 && !edited ? <p className="none">{say('viewSchedules.noSchedules')}</p> : null}
        {others.length > 0 ? (
          <ul>
            {others.map((s) => (
              <ScheduleRow key={s.id} of={s} onChange={() => setEdited({ id: s.view, name: s.name })} />
            ))}
          </ul>
        ) : null}
        {data && data.length > SCHEDULES_PER_USER_MAX / 2 ? (
          <p className="count num">
            {data.length} / {SCHEDULES_PER_USER_MAX}
          </p>
        ) : null}
      </List>
    </Dialog>
  )
}

const List = styled.div`
  display: grid;
  gap: 12px;
  color: var(--text);
  & > .edited { display: grid; gap: 8px; }
  & > .edited > h3 { margin: 0; font-size: 13px; font-weight: 600; overflow-wrap: anywhere; }
  & > .none { padding: 24px 8px; color: var(--text-2); text-align: center; line-height: 1.6; }
  & > .count { color: var(--text-3); font-size: 12px; text-align: right; }
  & > ul { display: grid; }
  & > .edited + ul { border-top: 1px solid var(--line); }
`
