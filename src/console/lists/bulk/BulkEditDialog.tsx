import '../../forms/base/words.ts'
import '../base/tableWords.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import type { Outcome } from '../../../../commands/outcome.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { joined, label } from '../../../model/values/label.ts'
import type { CatalogueResource } from '../../../model/wire/catalogue.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { resourceNow } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { fetchRows } from '../../data/records.ts'
import { whileHere } from '../../data/session.ts'
import { useDicts } from '../../filter/useDicts.ts'
import { problemsIn, type Typed } from '../../forms/base/values.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { t, useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { BulkFields } from './BulkFields.tsx'
import { BulkRows } from './BulkRows.tsx'
import { BULK_ROWS_MAX, bulkFields, type Given, plan } from './bulkPlan.ts'
import { useBulkRun } from './useBulkRun.ts'

/** Values that are decided before the dialog opens: of a fill, of what is pasted. */
export interface BulkGiven {
  readonly title: string
  /** Note above the rows, by the rows as they were read; "" for none. */
  note(rows: readonly WireRow[]): string
  /** Values that each row is given, by the rows as they were read; {} for none. */
  givenTo(rows: readonly WireRow[]): (row: WireRow) => Given
}

interface Order {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly rows: readonly WireRow[]
  /** Absent: the dialog asks for fields and values. */
  readonly given?: BulkGiven | undefined
}

/** Rows that were not changed although they were to be: they stay ticked. */
type Left = readonly WireRow[]

const asks = question<Order, Left>()
const nothing = (key: string, values?: object): Outcome => ({ is: 'nothing', why: t(`tables.${key}`, { ...values }) })

/**
 * Gives fields of many records values, by the save of the form, one record after the other. `keep`: hears which rows were not
 * changed. `given`: the values, where they are not asked for.
 */
export async function bulkEdit(
  entry: CatalogueResource,
  rows: readonly WireRow[] | null,
  keep: (rows: Left) => void,
  given?: BulkGiven,
): Promise<Outcome> {
  const of = resourceNow(entry.id)
  if (!entry.operations.includes('edit') || !of) return nothing('bulkNoEdit')
  if (rows === null || rows.length > BULK_ROWS_MAX) return nothing('bulkTooMany', { n: BULK_ROWS_MAX })
  if (rows.length === 0) return nothing('bulkPick')
  if (bulkFields(of).length === 0) return nothing('bulkNoFields')
  mountHost('bulkEdit', <BulkHost />)
  const left = await asks.ask({ entry, of, rows, given })
  if (left === null) return { is: 'cancelled' }
  keep(left)
  return { is: 'done' }
}

/**
 * The same for what is ticked, which `ticked` reads, at most so many rows; null where more are ticked. Who signs out meanwhile
 * leaves no question to the next person.
 */
export async function bulkEditTicked(
  entry: CatalogueResource | undefined,
  ticked: (most: number) => Promise<readonly WireRow[] | null>,
  keep: (rows: Left) => void,
): Promise<Outcome> {
  if (!entry?.operations.includes('edit')) return nothing('bulkNoEdit')
  const read = await whileHere(ticked(BULK_ROWS_MAX).then((rows) => ({ rows })))
  return read ? bulkEdit(entry, read.rows, keep) : { is: 'cancelled' }
}

function BulkHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <BulkDialog open={open} />
      </Safe>
    )
  )
}

function BulkDialog({ open }: { readonly open: Open<Order, Left> }) {
  const { entry, of, given } = open.what
  const { t: say, language } = useWords()
  const words = useDicts(of.fields)
  const ids = useMemo(() => open.what.rows.map((row) => row.id), [open])
  // lists have some of the fields; what a form asks may be another one
  const full = useQuery({
    queryKey: keyOf(of.id, 'bulk', ids.join()),
    queryFn: () => fetchRows(of.id, ids),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // as they were read once, in the order they were given: while they are saved nothing is planned anew
  const read = useRef<readonly WireRow[] | null>(null)
  read.current ??= full.data ? ids.flatMap((id) => full.data.find((row) => row.id === id) ?? []) : null
  const rows = read.current
  const [typed, setTyped] = useState<Typed>({})
  const [step, setStep] = useState<'value' | 'preview' | 'running' | 'end'>(given ? 'preview' : 'value')
  const [checked, setChecked] = useState(false)
  const { results, isStopped, count, start, stop } = useBulkRun(entry, of)
  const names = Object.keys(typed)
  const problems = problemsIn(of.fields, typed, names)
  const planned = useMemo(() => {
    if (!rows || step === 'value') return []
    const all: Given = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, { typed: text }]))
    return plan(of, entry.editable?.edit, rows, given ? given.givenTo(rows) : () => all)
  }, [of, entry, rows, given, typed, step])
  const note = (rows && given?.note(rows)) ?? ''
  const changing = planned.filter((p) => p.will === 'change')
  const missing = rows ? ids.length - rows.length : 0
  const edited = [...new Set(planned.flatMap((p) => p.fields.map((f) => f.name)))]

  const run = async () => {
    setStep('running')
    await start(changing)
    setStep('end')
  }
  const close = () => {
    stop()
    if (step === 'value' || step === 'preview') return open.answer(null)
    if (step === 'running') return
    const kept = new Set(
      changing.filter(({ row }) => !['done', 'sent'].includes(results.get(row.id)?.is ?? '')).map((p) => p.row.id),
    )
    open.answer(open.what.rows.filter((row) => kept.has(row.id)))
  }
  const next = () => {
    setChecked(true)
    if (names.length > 0 && problems.length === 0 && rows) setStep('preview')
  }
  const cannot = planned.filter((p) => ['notEditable', 'notAsked', 'wrong'].includes(p.will)).length + missing
  const [first] = changing
  return (
    <Dialog
      title={given?.title ?? say('tables.bulkTitle', { n: ids.length })}
      onClose={close}
      outside={false}
      stuck={step === 'running'}
      footer={
        step === 'value' ? (
          <>
            <Button onClick={close}>{say('forms.cancel')}</Button>
            <Button $tone="primary" aria-disabled={names.length === 0 || !rows || undefined} onClick={next}>
              {say('tables.bulkNext')}
            </Button>
          </>
        ) : step === 'preview' ? (
          <>
            {given ? (
              <Button onClick={close}>{say('forms.cancel')}</Button>
            ) : (
              <Button onClick={() => setStep('value')}>{say('tables.bulkBack')}</Button>
            )}
            <Button key={rows ? 'run' : 'waits'} $tone="primary" autoFocus disabled={!first} onClick={() => void run()}>
              {say('tables.bulkRun', { n: changing.length })}
            </Button>
          </>
        ) : step === 'running' ? (
          <Button key="stop" autoFocus onClick={stop}>
            {say('tables.bulkStop')}
          </Button>
        ) : (
          <Button key="close" $tone="primary" autoFocus onClick={close}>
            {say('tables.bulkClose')}
          </Button>
        )
      }
    >
      <Form
        onSubmit={(e) => {
          e.preventDefault()
          if (step === 'value') next()
        }}
        // in a text of several lines Enter begins a line
        onKeyDown={(e) => {
          if (step !== 'value' || e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.nativeEvent.isComposing) return
          e.preventDefault()
          next()
        }}
      >
        {step === 'value' ? (
          <>
            <BulkFields of={of} names={bulkFields(of)} typed={typed} onChange={setTyped} checked={checked} />
            {/* without one, Enter in one of several inputs does nothing */}
            <button type="submit" hidden />
          </>
        ) : (
          rows && (
            <>
              <p role="status">
                <strong>
                  {edited.length > 0 &&
                    `${joined(
                      edited.map((name) => label(of.fields[name]?.label ?? [name, name], language)),
                      language,
                    )} · `}
                </strong>
                {step === 'preview'
                  ? say('tables.bulkPreview', {
                      change: changing.length,
                      same: planned.filter((p) => p.will === 'same').length,
                      cannot,
                    })
                  : step === 'running'
                    ? say('tables.bulkRunning', { done: results.size, n: changing.length })
                    : `${isStopped && results.size < changing.length ? `${say('tables.bulkStopped')} · ` : ''}${say('tables.bulkEnd', { done: count('done'), failed: count('failed') })}`}
                {count('sent') > 0 && ` · ${say('tables.bulkEndWaits', { n: count('sent') })}`}
              </p>
              {note && step === 'preview' && <p>{note}</p>}
              {step === 'preview' && changing.some((p) => p.waits) && (
                <p>{say('tables.bulkWaits', { n: changing.filter((p) => p.waits).length })}</p>
              )}
              {step === 'preview' && !first && <p className="problem">{say('tables.bulkNone')}</p>}
              <BulkRows of={of} rows={planned} results={results} isOver={step === 'end'} words={words} />
            </>
          )
        )}
        {full.error && !rows ? <p className="problem">{full.error.message}</p> : null}
        {!rows && !full.error && <Waiting />}
      </Form>
    </Dialog>
  )
}

const Form = styled.form`
  display: grid; gap: 12px; min-width: 0;
  & > p { margin: 0; }
  & ul { list-style: none; margin: 0; padding: 0; max-height: min(46vh, 380px); overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  & li { display: flex; gap: 12px; padding: 5px 10px; border-bottom: 1px solid var(--line); }
  & li:last-child { border-bottom: 0; }
  & li > span:first-child { flex: 0 1 40%; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & li > span:last-child { flex: 1; min-width: 0; color: var(--text-2); overflow-wrap: anywhere; }
  & li[data-is='done'] > span:last-child, & li[data-is='sent'] > span:last-child { color: var(--good); }
  & li:is([data-is='failed'], [data-is='wrong']) > span:last-child { color: var(--bad); }
  & li:is([data-is='same'], [data-is='notEditable'], [data-is='notAsked']) { color: var(--text-3); }
  & .problem { color: var(--bad); }
`
