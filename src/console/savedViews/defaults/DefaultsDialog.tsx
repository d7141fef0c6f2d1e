import './words.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import styled from 'styled-components'
import type { Outcome } from '../../../../commands/outcome.ts'
import { mayOpenFor, type ViewDefaults } from '../../../model/wire/savedView.ts'
import { ApiError } from '../../api/error.ts'
import { keyOf, queryClient } from '../../data/queries.ts'
import { fetchViewDefaults, setViewDefaults } from '../../data/savedViews.ts'
import { Box } from '../../forms/base/forms.styles.ts'
import { fieldMessages } from '../../forms/conflict.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { t, useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Waiting } from '../../ui/messages/Waiting.tsx'

const asks = question<{ readonly list: string }, true>()

/** Asks what a list opens with for each role. */
export async function askDefaults(list: string): Promise<Outcome> {
  mountHost('viewDefaults', <DefaultsHost />)
  return (await asks.ask({ list })) ? { is: 'done' } : { is: 'cancelled' }
}

function DefaultsHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <DefaultsDialog open={open} />
      </Safe>
    )
  )
}

function DefaultsDialog({ open }: { readonly open: Open<{ readonly list: string }, true> }) {
  const { t: say } = useWords()
  const { list } = open.what
  const form = useId()
  // read anew each time: another administrator may have changed it
  const queryKey = keyOf('view-defaults', list)
  const { data, error, refetch } = useQuery(
    { queryKey, queryFn: () => fetchViewDefaults(list), staleTime: 0, gcTime: 0 },
    queryClient,
  )
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  /** Reads the newest state after a refusal as stale: choices stay, but for roles whose default view is another one, which are named. */
  const readAnew = async (before: ViewDefaults) => {
    const { data: now, error: failure } = await refetch()
    if (failure || !now) return setProblem(failure?.message ?? say('viewDefaults.stale'))
    const others = before.roles.filter(({ alias, view }) => isOvertaken(now, alias, view, chosen[alias]))
    setChosen((all) =>
      Object.fromEntries(Object.entries(all).filter(([role]) => !others.some((r) => r.alias === role))),
    )
    const names = others.map((r) => r.name).join(say('viewDefaults.and'))
    setProblem(names ? say('viewDefaults.staleOf', { names }) : say('viewDefaults.stale'))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || !data) return
    const changes = data.roles.flatMap(({ alias, view }) => {
      const to = chosen[alias] ?? view
      return to === view ? [] : [{ role: alias, view: to, before: view }]
    })
    if (changes.length === 0) return setProblem(say('viewDefaults.unchanged'))
    setSending(true)
    try {
      await setViewDefaults(list, changes)
      toast.good(() => t('viewDefaults.saved'))
      open.answer(true)
    } catch (e) {
      if (e instanceof ApiError && e.code === 409) await readAnew(data)
      else {
        const named = e instanceof ApiError ? Object.values(fieldMessages(e.data))[0] : undefined
        setProblem(named ?? (e instanceof Error ? e.message : String(e)))
      }
      setSending(false)
    }
  }
  const any = data && data.views.length > 0
  return (
    <Dialog
      title={say('viewDefaults.title')}
      onClose={() => open.answer(null)}
      outside={false}
      footer={
        <>
          <Button onClick={() => open.answer(null)}>{say('viewDefaults.cancel')}</Button>
          {any ? (
            <Button $tone="primary" type="submit" form={form} aria-disabled={sending || undefined}>
              {say('viewDefaults.save')}
            </Button>
          ) : null}
        </>
      }
    >
      {error && !data ? <Trouble error={error} again={() => void refetch()} /> : null}
      {!data && !error ? <Waiting /> : null}
      {data && !any ? <Note>{say('viewDefaults.nothing')}</Note> : null}
      {any ? (
        <Form id={form} onSubmit={(event) => void submit(event)}>
          <Note>{say('viewDefaults.note')}</Note>
          <Rows
            of={data}
            chosen={chosen}
            choose={(alias, view) => {
              setChosen((now) => ({ ...now, [alias]: view }))
              setProblem('')
            }}
            id={form}
          />
          {problem ? (
            <span className="problem" role="alert">
              {problem}
            </span>
          ) : null}
        </Form>
      ) : null}
    </Dialog>
  )
}

/** Whether a choice was made against another default view than the newest one, or the view that was chosen is no longer offered. */
const isOvertaken = (now: ViewDefaults, role: string, before: string, to: string | undefined): boolean =>
  to !== undefined &&
  (now.roles.find(({ alias }) => alias === role)?.view !== before ||
    (to !== '' && !now.views.some((v) => v.id === to && mayOpenFor(v, role))))

interface RowsProps {
  readonly of: ViewDefaults
  readonly chosen: Readonly<Record<string, string>>
  readonly id: string
  choose(alias: string, view: string): void
}

/** A role a line, with the views that are shared with it. */
function Rows({ of, chosen, id, choose }: RowsProps) {
  const { t: say } = useWords()
  return (
    <div className="roles">
      {of.roles.map(({ alias, name, view }) => {
        const views = of.views.filter((v) => mayOpenFor(v, alias))
        return (
          <div key={alias}>
            <label htmlFor={`${id}-${alias}`}>{name}</label>
            {views.length === 0 ? (
              <span>{say('viewDefaults.notShared')}</span>
            ) : (
              <Box>
                <select
                  id={`${id}-${alias}`}
                  value={chosen[alias] ?? view}
                  onChange={(event) => choose(alias, event.target.value)}
                >
                  <option value="">{say('viewDefaults.none')}</option>
                  {views.map((v) => (
                    <option key={v.id} value={v.id}>
                      {v.by ? say('viewDefaults.view', { name: v.name, by: v.by }) : v.name}
                    </option>
                  ))}
                </select>
              </Box>
            )}
          </div>
        )
      })}
    </div>
  )
}

const Note = styled.p`
  color: var(--text-2);
  font-size: 12px;
  line-height: 1.6;
`

const Form = styled.form`
  display: grid;
  gap: 10px;
  color: var(--text);
  & > .roles { display: grid; gap: 4px; }
  & > .roles > div { display: grid; grid-template-columns: minmax(84px, 2fr) 5fr; gap: 12px; align-items: center; min-height: max(30px, var(--press)); }
  & > .roles > div > span { color: var(--text-3); font-size: 12px; }
  & > .problem { color: var(--bad); font-size: 12px; }
`
