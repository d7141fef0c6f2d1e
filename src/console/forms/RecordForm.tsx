import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isDualControlled } from '../../model/language/derived/dualControl.ts'
import { companyField } from '../../model/language/derived/oneCompany.ts'
import { longText } from '../../model/language/fields/field.ts'
import { joined, label } from '../../model/values/label.ts'
import { ApiError } from '../api/client.ts'
import { cellText } from '../fields/cell.ts'
import { stateText } from '../fields/stateText.ts'
import { formIsHere } from '../host/typedAhead.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Waiting } from '../ui/messages/Waiting.tsx'
import { NotInForceNote } from '../ui/NotInForceNote.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { Foot, Group, Notice, Rows } from './base/forms.styles.ts'
import { CompanyOfForm, EditedRecord, type InputProps, TemplateOfForm } from './base/input.ts'
import { lockedOf, shownBy, wireOf } from './base/values.ts'
import { demandNote } from './demandNote.ts'
import { isKept } from './drafts.ts'
import { editors } from './editors.ts'
import { FieldRow, type FieldRowProps } from './FieldRow.tsx'
import { LookUp } from './LookUp.tsx'
import { editorOf, namesOfParts } from './parts.ts'
import { productNote } from './productNote.ts'
import { useForeign } from './useForeign.ts'
import type { RecordForm as State } from './useRecordForm.ts'
import { useTemplate } from './useTemplate.ts'
import './base/words.ts'

export interface RecordFormProps {
  readonly form: State
  readonly mode: 'add' | 'edit'
  /** Called with the saved row, null when there was nothing to save. */
  onSaved(row: State['row']): void
  onCancel(): void
}

/** Where the keyboard stops among radio buttons: at the chosen one, so that no key chooses another by accident. */
const stopIn = (control: HTMLElement | null | undefined): HTMLElement | null | undefined =>
  control?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? control

const reasonField = longText('申请说明（供复核人参考）', 'Reason, for whoever approves it', { length: 500 })

/**
 * A generated form: rows from the fields, messages beside them, conflicts above, buttons below. Ctrl+Enter sends it.
 */
export function RecordForm({ form, mode, onSaved, onCancel }: RecordFormProps) {
  const { t, language } = useWords()
  const place = useRef<HTMLFormElement>(null)
  const there = form.ready || Boolean(form.failed)
  const template = useTemplate(form.of, (name) => form.typed[name] ?? String(form.row?.[name] ?? ''))
  const begins = useRef(form.begins)
  begins.current = form.begins
  // with the fields, not a moment after them: whoever is in another one by then is not called away from it
  useLayoutEffect(() => {
    if (!there) return
    const from = begins.current ? place.current?.querySelector(`[data-field="${begins.current}"]`) : null
    const stops = ':is(textarea, input, select):not(:disabled):not(.picker)'
    const first = from?.querySelector<HTMLElement>(stops) ?? place.current?.querySelector<HTMLElement>(stops) ?? null
    stopIn(first)?.focus()
    formIsHere(place.current)
  }, [there])
  // The first wrong field gets the focus once its message is shown; a new object each time, so that it happens once.
  const [wrong, setWrong] = useState<{ readonly name: string } | null>(null)
  useEffect(() => {
    if (!wrong) return
    const field = place.current?.querySelector<HTMLElement>(`[data-field="${wrong.name}"]`)
    const first =
      field?.querySelector<HTMLElement>(':is(input, select, textarea, button)[aria-invalid="true"]') ??
      field?.querySelector<HTMLElement>(':is(textarea, input:not(.picker), select, button)')
    stopIn(first)?.focus()
  }, [wrong])

  if (form.failed) {
    const missing = form.failed instanceof ApiError && form.failed.code === 404
    return missing ? (
      <p className="record-missing">{t('forms.missing')}</p>
    ) : (
      <Trouble error={form.failed} again={form.again} />
    )
  }
  const { of } = form
  if (!form.ready || !of) return <Waiting />
  if (form.locked) {
    return (
      <>
        <Notice role="alert">
          {t('record.notInState', { state: form.row ? stateText(of, form.row, language) : '' })}
        </Notice>
        <Foot>
          <Button onClick={onCancel}>
            {t('forms.cancel')} <kbd>Esc</kbd>
          </Button>
        </Foot>
      </>
    )
  }

  const notKept = form.names.some((name) => of.fields[name] && !isKept(of.fields[name]))
  const by = companyField(of)
  const company = by === null ? null : { of, field: by, id: form.typed[by] ?? String(form.row?.[by] ?? '') }
  const submit = async (e?: FormEvent) => {
    e?.preventDefault()
    const end = await form.submit()
    if (!end) return
    if ('saved' in end) onSaved(end.saved)
    else setWrong({ name: end.wrong })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.nativeEvent.isComposing) return
    e.preventDefault()
    void submit()
  }
  return (
    <form ref={place} noValidate onSubmit={(e) => void submit(e)} onKeyDown={onKeyDown} aria-busy={form.sending}>
      <NotInForceNote of={of} row={form.row ?? form.typed} />
      {form.resumed && !form.conflict && (
        <Notice role="status" data-tone="info">
          {t(notKept ? 'forms.resumedInPart' : 'forms.resumed')}{' '}
          <Button onClick={form.restart}>{t('forms.restart')}</Button>
        </Notice>
      )}
      {form.refusal && (
        <Notice role="alert">
          <Sentence text={form.refusal} />
        </Notice>
      )}
      {form.conflict && <Clashes form={form} />}
      <TemplateOfForm value={template}>
        <CompanyOfForm value={company}>
          <EditedRecord value={form.row && of ? { resource: of.id, id: form.row.id } : null}>
            {form.parts.map(({ title, names }) => (
              <Part key={title?.[0] ?? ''} title={title && label(title, language)}>
                {names.map((name) => {
                  const field = of.fields[name]
                  if (!field) return null
                  const kept = shownBy(field)
                  const Editor = editors[editorOf(of, name) ?? '']
                  const row = (
                    <FormRow
                      key={name}
                      name={name}
                      field={field}
                      value={form.typed[name] ?? ''}
                      onChange={(value) => form.set(name, value)}
                      onLeave={() => form.leave(name)}
                      problem={form.problems[name] ?? ''}
                      {...(Editor ? { input: (p: InputProps) => <Editor {...p} problems={form.problems} /> } : {})}
                      first={name === (form.begins || form.names[0])}
                      locked={
                        lockedOf(field, mode, language) ??
                        (form.inherited.includes(name) ? t('forms.inherited') : undefined)
                      }
                      note={
                        mode === 'edit' && form.row && isDualControlled(field, form.row)
                          ? t('forms.byTwo')
                          : productNote(of, name, form.typed, language) || demandNote(of.id, name, form.typed)
                      }
                      shown={
                        kept && form.row && form.typed[name] === String(form.row[name] ?? '')
                          ? String(form.row[kept] ?? '')
                          : undefined
                      }
                    />
                  )
                  return name === of.form?.lookup?.by ? [row, <LookUp key="lookup" form={form} />] : row
                })}
              </Part>
            ))}
            {form.waits && (
              <Rows>
                <FieldRow
                  name="changeRemark"
                  field={reasonField}
                  value={form.reason}
                  onChange={form.setReason}
                  problem=""
                />
              </Rows>
            )}
          </EditedRecord>
        </CompanyOfForm>
      </TemplateOfForm>
      <Foot>
        <Button onClick={onCancel}>
          {t('forms.cancel')} <kbd>Esc</kbd>
        </Button>
        {/* not `disabled`: a refusal would find the focus gone; what is being sent is not sent again (useRecordForm) */}
        <Button type="submit" $tone="primary" aria-disabled={form.sending || undefined}>
          {t('forms.save')} <kbd>Ctrl ⏎</kbd>
        </Button>
      </Foot>
    </form>
  )
}

/** A field of the form, which tells of a chosen record that is not of its company. */
function FormRow(p: FieldRowProps) {
  const { language } = useWords()
  const foreign = useForeign(p.name, p.field, p.value)
  return <FieldRow {...p} problem={p.problem || (foreign ? label(foreign, language) : '')} />
}

/** Fields under their heading, where the form has headings. */
function Part({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  if (title === null) return <Rows>{children}</Rows>
  return (
    <Group>
      <legend>{title}</legend>
      <Rows>{children}</Rows>
    </Group>
  )
}

/**
 * Conflict with another user's save: user, time and changes; for each field changed by both the person chooses a value.
 */
function Clashes({ form }: { readonly form: State }): ReactNode {
  const { t, language } = useWords()
  const heading = useId()
  if (!form.conflict || !form.of) return null
  const { by, merge, open } = form.conflict
  const nameOf = (name: string) => {
    const field = form.of?.fields[name]
    return field ? label(field.label, language) : name
  }
  return (
    <Notice role="alert" data-tone="wait">
      <p id={heading}>
        {by === null
          ? t('forms.conflictMeanwhile')
          : t(by.reason === 'stale' ? 'forms.conflict' : 'forms.conflictGone', { by: by.by, at: by.at })}
      </p>
      {merge && merge.taken.length > 0 && (
        <p>{t('forms.merged', { fields: joined(merge.taken.map(nameOf), language) })}</p>
      )}
      {open.length > 0 && (
        <table aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{t('forms.field')}</th>
              <th scope="col">{t('forms.theirValue')}</th>
              <th scope="col">{t('forms.myValue')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((c) => {
              const shown = (typed: string) => {
                const value = wireOf(c.field, typed)
                return (
                  (form.of && namesOfParts(form.of, c.name, value)) ??
                  (cellText(c.field, value, language) || t('forms.empty'))
                )
              }
              const name = label(c.field.label, language)
              return (
                <tr key={c.name}>
                  <th scope="row">{name}</th>
                  <td>
                    {shown(c.theirs)}{' '}
                    <Button aria-label={`${name}: ${t('forms.theirs')}`} onClick={() => form.settle(c.name, 'theirs')}>
                      {t('forms.theirs')}
                    </Button>
                  </td>
                  <td>
                    {shown(c.mine)}{' '}
                    <Button aria-label={`${name}: ${t('forms.mine')}`} onClick={() => form.settle(c.name, 'mine')}>
                      {t('forms.mine')}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Notice>
  )
}
