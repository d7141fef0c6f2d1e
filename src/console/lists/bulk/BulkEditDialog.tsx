import '../../forms/base/words.ts'
import '../base/tableWords.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import type { Outcome } from '../../../../commands/outcome.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { CatalogueResource } from '../../../model/wire/catalogue.ts'
import type { RequestedChange, WireRow } from '../../../model/wire/wire.ts'
import { ApiError, api } from '../../api/client.ts'
import { uuid } from '../../api/uuid.ts'
import { resourceNow } from '../../data/domains.ts'
import { keyOf, outdate } from '../../data/queries.ts'
import { fetchRows } from '../../data/records.ts'
import { cellText, rowText } from '../../fields/cell.ts'
import { stateText } from '../../fields/stateText.ts'
import { useDicts } from '../../filter/useDicts.ts'
import { Box, Cell } from '../../forms/base/forms.styles.ts'
import { problemIn, shownBy, valuesOf, wireOf } from '../../forms/base/values.ts'
import { fieldMessages } from '../../forms/conflict.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { FieldRow } from '../../forms/FieldRow.tsx'
import { t, useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { BULK_ROWS_MAX, bulkFields, type PlannedRow, plan } from './bulkPlan.ts'

interface Order {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly rows: readonly WireRow[]
}

/** Rows that were not changed although they were to be: they stay ticked. */
type Left = readonly WireRow[]

const asks = question<Order, Left>()
const nothing = (key: string, values?: object): Outcome => ({ is: 'nothing', why: t(`tables.${key}`, { ...values }) })

/**
 * Gives a field of many records one value, by the save of the form, one record after the other. `keep`: hears which rows were not
 * changed.
 */
export async function bulkEdit(
  entry: CatalogueResource,
  rows: readonly WireRow[] | null,
  keep: (rows: Left) => void,
): Promise<Outcome> {
  const of = resourceNow(entry.id)
  if (!entry.operations.includes('edit') || !of) return nothing('bulkNoEdit')
  if (rows === null || rows.length > BULK_ROWS_MAX) return nothing('bulkTooMany', { n: BULK_ROWS_MAX })
  if (rows.length === 0) return nothing('bulkPick')
  if (bulkFields(of).length === 0) return nothing('bulkNoFields')
  mountHost('bulkEdit', <BulkHost />)
  const left = await asks.ask({ entry, of, rows })
  if (left === null) return { is: 'cancelled' }
  keep(left)
  return { is: 'done' }
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

/** Result of a row: saved, sent to a second person, refused with the server's words. */
interface Result {
  readonly is: 'done' | 'sent' | 'failed'
  readonly why: string
}

function BulkDialog({ open }: { readonly open: Open<Order, Left> }) {
  const { entry, of } = open.what
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
  // as they were read once: while they are saved nothing is planned anew
  const read = useRef<readonly WireRow[] | null>(null)
  read.current ??= full.data ?? null
  const rows = read.current
  const names = bulkFields(of)
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const [step, setStep] = useState<'value' | 'preview' | 'running' | 'end'>('value')
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const stopped = useRef(false)
  const field: Field | undefined = of.fields[name]
  const problem = field ? problemIn(field, typed) : null
  const [checked, setChecked] = useState(false)
  const planned = useMemo(
    () => (rows && name && step !== 'value' ? plan(of, entry.editable?.edit, rows, name, typed) : []),
    [of, entry, rows, name, typed, step],
  )
  const changing = planned.filter((p) => p.will === 'change')
  const missing = rows ? ids.length - rows.length : 0
  const title = (row: WireRow) => rowText(of, of.name, row, language, words)
  const titleOf = (n: string) => label(of.fields[n]?.label ?? [n, n], language)

  const save = async (row: WireRow): Promise<Result> => {
    try {
      const values = valuesOf(of.fields, { [name]: typed }, [name])
      const answer = await api.post<WireRow>(
        `${entry.call}/submit`,
        { id: row.id, version: row.version, ...values },
        { key: uuid() },
      )
      const waits = (answer?.changeRequest as RequestedChange | undefined)?.code
      return waits ? { is: 'sent', why: waits } : { is: 'done', why: '' }
    } catch (error) {
      const own = error instanceof ApiError ? Object.values(fieldMessages(error.data)).join(' ') : ''
      return { is: 'failed', why: (error instanceof Error && error.message) || own }
    }
  }
  const run = async () => {
    setStep('running')
    stopped.current = false
    const done = new Map<string, Result>()
    for (const { row } of changing) {
      if (stopped.current) break
      done.set(row.id, await save(row))
      setResults(new Map(done))
    }
    setStep('end')
    void outdate(of.id)
  }
  const close = () => {
    stopped.current = true
    if (step === 'value' || step === 'preview') return open.answer(null)
    if (step === 'running') return
    const kept = new Set(
      changing.filter(({ row }) => !['done', 'sent'].includes(results.get(row.id)?.is ?? '')).map((p) => p.row.id),
    )
    open.answer(open.what.rows.filter((row) => kept.has(row.id)))
  }
  const next = () => {
    setChecked(true)
    if (name && !problem && rows) setStep('preview')
  }
  const count = (is: Result['is']) => [...results.values()].filter((r) => r.is === is).length
  const cannot = planned.filter((p) => p.will === 'notEditable' || p.will === 'notAsked').length + missing
  const wordsOf = (p: PlannedRow): string => {
    const result = results.get(p.row.id)
    if (result)
      return result.is === 'failed' ? result.why : say(result.is === 'sent' ? 'tables.bulkSent' : 'tables.bulkDone')
    if (p.will === 'notEditable') return `${say('tables.bulkNotEditable')} (${stateText(of, p.row, language)})`
    if (p.will !== 'change') return say(p.will === 'same' ? 'tables.bulkSame' : 'tables.bulkNotAsked')
    if (step === 'end') return say('tables.bulkLeft')
    const none = say('tables.nothing')
    const to = field ? cellText(field, wireOf(field, typed), language, words) || typed || none : typed
    return say('tables.bulkWill', {
      from: rowText(of, shownBy(field as Field) ?? name, p.row, language, words) || none,
      to: to,
    })
  }
  const first = changing[0]
  return (
    <Dialog
      title={say('tables.bulkTitle', { n: ids.length })}
      onClose={close}
      outside={false}
      stuck={step === 'running'}
      footer={
        step === 'value' ? (
          <>
            <Button onClick={close}>{say('forms.cancel')}</Button>
            <Button $tone="primary" aria-disabled={!name || !rows || undefined} onClick={next}>
              {say('tables.bulkNext')}
            </Button>
          </>
        ) : step === 'preview' ? (
          <>
            <Button onClick={() => setStep('value')}>{say('tables.bulkBack')}</Button>
            <Button key="run" $tone="primary" autoFocus disabled={!first} onClick={() => void run()}>
              {say('tables.bulkRun', { n: changing.length })}
            </Button>
          </>
        ) : step === 'running' ? (
          <Button
            key="stop"
            autoFocus
            onClick={() => {
              stopped.current = true
            }}
          >
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
            <Cell>
              <label htmlFor="bulk-field">{say('tables.bulkField')}</label>
              <Box>
                <select
                  id="bulk-field"
                  data-autofocus
                  value={name}
                  onChange={(e) => {
                    setName(e.target.value)
                    setTyped('')
                    setChecked(false)
                  }}
                >
                  <option value="">{say('tables.bulkChoose')}</option>
                  {names.map((n) => (
                    <option key={n} value={n}>
                      {titleOf(n)}
                    </option>
                  ))}
                </select>
              </Box>
            </Cell>
            {field && (
              <FieldRow
                key={name}
                name={name}
                field={field}
                value={typed}
                onChange={setTyped}
                problem={checked && problem ? label(problem, language) : ''}
                note={field.facts.required ? '' : say('tables.bulkEmpty')}
              />
            )}
            {full.error && !rows ? <p className="problem">{full.error.message}</p> : null}
          </>
        ) : (
          <>
            <p role="status">
              <strong>{field && `${titleOf(name)} · `}</strong>
              {step === 'preview'
                ? say('tables.bulkPreview', {
                    change: changing.length,
                    same: planned.filter((p) => p.will === 'same').length,
                    cannot,
                  })
                : step === 'running'
                  ? say('tables.bulkRunning', { done: results.size, n: changing.length })
                  : `${stopped.current && results.size < changing.length ? `${say('tables.bulkStopped')} · ` : ''}${say('tables.bulkEnd', { done: count('done'), failed: count('failed') })}`}
              {count('sent') > 0 && ` · ${say('tables.bulkEndWaits', { n: count('sent') })}`}
            </p>
            {step === 'preview' && changing.some((p) => p.waits) && (
              <p>{say('tables.bulkWaits', { n: changing.filter((p) => p.waits).length })}</p>
            )}
            {step === 'preview' && !first && <p className="problem">{say('tables.bulkNone')}</p>}
            <ul>
              {planned.map((p) => (
                <li key={p.row.id} data-is={results.get(p.row.id)?.is ?? p.will}>
                  <span>{title(p.row)}</span>
                  <span>{wordsOf(p)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
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
  & li[data-is='failed'] > span:last-child { color: var(--bad); }
  & li:is([data-is='same'], [data-is='notEditable'], [data-is='notAsked']) { color: var(--text-3); }
  & .problem { color: var(--bad); }
`
