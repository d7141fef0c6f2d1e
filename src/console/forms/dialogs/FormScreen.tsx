import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { addClosed } from '../../data/creation.ts'
import { catalogued, pageOf } from '../../data/records.ts'
import { leaveTab } from '../../data/tabs.ts'
import { awaitNoForm } from '../../host/typedAhead.ts'
import { useWords } from '../../i18n/index.ts'
import { guardLeaving } from '../../state/router.ts'
import { go, goBack, placeNow } from '../../state/url.ts'
import { hasWayBack } from '../../state/wayBack.ts'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { Refused } from '../../ui/messages/Refused.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { onStepBack } from '../../ui/stepBack.ts'
import { RecordForm } from '../RecordForm.tsx'
import { showSaved } from '../saved.ts'
import { type FormOrder, useRecordForm } from '../useRecordForm.ts'
import { leaveQuestion, nameOfEdited, useFormTitle, useKeepTab } from './FormDialog.tsx'
import '../base/words.ts'

/**
 * The page of an add or edit route: the same form as the dialog's. Leaving it with unsaved work is asked about, however
 * it happens.
 */
export function FormScreen({ resource, mode, id, initial }: FormOrder) {
  const { t, language } = useWords()
  const order: FormOrder = { resource, mode, id, ...(initial ? { initial } : {}) }
  const form = useRecordForm(order)
  const title = useFormTitle(order, form)
  const allowed = catalogued(resource)?.operations.includes(mode) ?? false
  // forms that nobody may use yet give the reason of the model
  const closed = mode === 'add' ? addClosed(form.of) : undefined
  // typed text belongs to no field then
  useEffect(() => {
    if (!allowed) awaitNoForm()
  }, [allowed])
  const saved = useRef(false)
  const address = useRef(placeNow().pathname)
  useKeepTab(form.dirty)
  const asking = useRef(false)
  const { dirty, forget } = form
  useEffect(() => {
    if (!dirty) return
    return guardLeaving(() => {
      if (saved.current) return null
      if (asking.current) return Promise.resolve(false)
      asking.current = true
      return confirm(leaveQuestion(t))
        .then((yes) => {
          if (yes) forget()
          return yes
        })
        .finally(() => {
          asking.current = false
        })
    })
  }, [dirty, forget, t])
  // Escape leaves the form as any other way does: the address changes, and unsaved work is asked about there. Never out of the
  // console, where nobody could ask.
  useEffect(
    () =>
      onStepBack(() => {
        if (!hasWayBack()) return false
        goBack()
        return true
      }),
    [],
  )
  const done = (row: WireRow | null) => {
    saved.current = true
    if (row) showSaved(row, t(mode === 'edit' ? 'forms.updated' : 'forms.added'))
    const known = row?.id ? row : id ? { id } : null
    const page = known ? pageOf(resource, known) : null
    const list = catalogued(resource)?.routes.list
    leaveTab(address.current)
    if (page ?? list) go(page ?? list ?? '/', 'replace')
    else goBack()
  }
  if (!allowed) return <Refused what={title} why={closed && label(closed, language)} />
  return (
    <Screen
      title={title}
      tab={mode === 'edit' ? nameOfEdited(form, language) : title}
      ready={form.ready || Boolean(form.failed)}
    >
      <Sheet data-wide={form.of && partChildren(form.of).length > 0 ? '' : undefined}>
        <RecordForm form={form} mode={mode} onSaved={done} onCancel={goBack} />
      </Sheet>
    </Screen>
  )
}

const Sheet = styled.div`
  max-width: 980px;
  &[data-wide] { max-width: 1480px; }
  padding: 4px 16px 14px;
  /* the page scrolls without a space of its own below the form */
  --foot-bottom: 0px;
  /* in line with the heading */
  @media (max-width: 767px) { padding-inline: 12px; }
`
