import { useEffect, useState } from 'react'
import { inSentence, type Language, label, one } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { addTitle } from '../../data/addTitle.ts'
import { outdate } from '../../data/queries.ts'
import { catalogued } from '../../data/records.ts'
import { rowText } from '../../fields/cell.ts'
import { ports } from '../../host/ports.ts'
import { t, useWords } from '../../i18n/index.ts'
import { QuestionDialog } from '../../ui/dialog/confirm.tsx'
import { Dialog, type Question } from '../../ui/dialog/dialog.tsx'
import { RecordForm } from '../RecordForm.tsx'
import { showSaved } from '../saved.ts'
import { type FormOrder, type RecordForm as RecordFormState, useRecordForm } from '../useRecordForm.ts'
import { mountHost, Safe } from './mount.tsx'
import { type Open, question } from './question.ts'
import '../base/words.ts'

const forms = question<FormOrder, WireRow>()

/**
 * Opens the form of a resource in a dialog. Resolves with the saved row, or null when nothing was saved. Says nothing
 * when it is done: who asked does (新增成功, 更新成功).
 */
export function openForm(order: FormOrder): Promise<WireRow | null> {
  mountHost('form', <FormHost />)
  return forms.ask(order)
}

/** Opens a form and, after a save, reloads the list; a new record gets its cursor. */
export async function askForm(order: FormOrder): Promise<void> {
  const saved = await openForm(order)
  if (!saved) return
  const { resource, mode } = order
  showSaved(saved, t(mode === 'add' ? 'shell.added' : 'shell.updated'))
  if (mode === 'add') ports.rows.added(resource, saved)
  void outdate(resource)
}

/** The dialog of `openForm`; mounted by itself on first use. */
export function FormHost() {
  const open = forms.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <FormDialog open={open} />
      </Safe>
    )
  )
}

/** Question before unsaved work is given up. */
export const leaveQuestion = (t: (key: string) => string): Question => ({
  title: t('forms.leaveTitle'),
  body: t('forms.leaveBody'),
  ok: t('forms.leaveOk'),
  cancel: t('forms.stay'),
  danger: true,
})

/** The browser asks, too, when its tab is closed over unsaved work. */
export function useKeepTab(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (e: BeforeUnloadEvent) => e.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}

/** Name of the edited record, as it was saved; "" of a new one. Pure. */
export const nameOfEdited = ({ of, row }: Pick<RecordFormState, 'of' | 'row'>, language: Language): string =>
  of && row ? rowText(of, of.name, row, language) : ''

/** Title of a form: an edit after its record, as soon as that is there. */
export function useFormTitle(order: FormOrder, { of, row }: Pick<RecordFormState, 'of' | 'row'>): string {
  const { t, language } = useWords()
  const name = nameOfEdited({ of, row }, language)
  if (name) return t('record.editNamed', { name })
  const known = catalogued(order.resource)
  const title = of ? label(of.title, language) : (known?.title ?? '')
  if (order.mode === 'add') return addTitle({ ...known, title }, t)
  return t('record.editTitle', { title: inSentence(one(title)) })
}

function FormDialog({ open }: { readonly open: Open<FormOrder, WireRow> }) {
  const { t } = useWords()
  const form = useRecordForm(open.what)
  const title = useFormTitle(open.what, form)
  useKeepTab(form.dirty)
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (form.sending) return // the answer decides what becomes of it
    if (form.dirty) setAsking(true)
    else open.answer(null)
  }
  return (
    <Dialog title={title} wide width={form.of?.dialogWidth} onClose={leave}>
      <RecordForm form={form} mode={open.what.mode} onSaved={open.answer} onCancel={leave} />
      {/* Inside, not through `confirm`: a modal dialog makes everything outside its own tree dead, other dialogs too. */}
      {asking && (
        <QuestionDialog
          question={leaveQuestion(t)}
          answer={(yes) => {
            setAsking(false)
            if (!yes) return
            form.forget()
            open.answer(null)
          }}
        />
      )}
    </Dialog>
  )
}
