import { useState } from 'react'
import { styled } from 'styled-components'
import { label } from '../../model/values/label.ts'
import { api } from '../api/client.ts'
import { lookupOf } from '../data/lookup.ts'
import { cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Cell, Notice } from './base/forms.styles.ts'
import { initialOf, same, type Typed, type Values, wireOf } from './base/values.ts'
import type { RecordForm } from './useRecordForm.ts'
import './base/words.ts'

/** Beside the field that it asks by, its button level with the input. */
const Beside = styled(Cell)`
  @media (min-width: 640px) { padding-top: 21px; }
`

/** Register's answer for the present value of the queried field. */
interface RegisterAnswer {
  readonly value: string
  readonly typed: Typed
  readonly filled: number
  readonly warning: string
}

/**
 * Queries the register for the typed value and fills empty fields; fields typed differently stay and are shown beside
 * the register's values.
 */
export function LookUp({ form }: { readonly form: RecordForm }) {
  const { t, language } = useWords()
  const [received, setReceived] = useState<RegisterAnswer | null>(null)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState('')
  const { of } = form
  const lookup = of && lookupOf(of)
  if (!of || !lookup) return null
  const { by, read } = lookup
  const value = (form.typed[by] ?? '').trim()
  const names = lookup.names.filter((name) => form.names.includes(name))

  const ask = async (): Promise<void> => {
    if (asking) return
    setRefused('')
    setReceived(null)
    setAsking(true)
    try {
      const answer = await api.get<Values>(read.paths[0] ?? '', { [by]: value })
      const typed = initialOf(of.fields, names, answer)
      const empty = names.filter((name) => (typed[name] ?? '') !== '' && (form.typed[name] ?? '') === '')
      for (const name of empty) form.set(name, typed[name] ?? '')
      setReceived({ value, typed, filled: empty.length, warning: String(answer.warning ?? '') })
    } catch (e) {
      setRefused(e instanceof Error ? e.message : String(e))
    } finally {
      setAsking(false)
    }
  }
  // the answer was for another name
  const answered = received?.value === value ? received : null
  const others = answered
    ? names.flatMap((name) => {
        const [field, theirs] = [of.fields[name], answered.typed[name] ?? '']
        return field && theirs !== '' && !same(field, theirs, form.typed[name] ?? '') ? [{ name, field, theirs }] : []
      })
    : []
  const shown = (field: (typeof others)[number]['field'], typed: string) =>
    cellText(field, wireOf(field, typed), language) || t('forms.empty')
  return (
    <>
      <Beside>
        <span>
          {/* the focus of a disabled button is lost, and the keys of the form with it */}
          <Button type="button" aria-disabled={asking || undefined} onClick={() => void ask()}>
            {label(read.title, language)}
          </Button>
        </span>
        {refused && (
          <span className="problem" role="alert">
            {refused}
          </span>
        )}
        {answered && (
          <span className="help" role="status">
            {t(others.length > 0 ? 'forms.lookedUpDiffers' : 'forms.lookedUp', {
              n: answered.filled,
              of: others.length,
            })}
          </span>
        )}
        {answered?.warning && (
          <span className="problem" role="alert">
            {answered.warning}
          </span>
        )}
      </Beside>
      {others.length > 0 && (
        <Notice className="wide" data-tone="wait">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('forms.field')}</th>
                <th scope="col">{t('forms.typedHere')}</th>
                <th scope="col">{t('forms.inRegister')}</th>
              </tr>
            </thead>
            <tbody>
              {others.map(({ name, field, theirs }) => (
                <tr key={name}>
                  <th scope="row">{label(field.label, language)}</th>
                  <td>{shown(field, form.typed[name] ?? '')}</td>
                  <td>
                    {shown(field, theirs)}{' '}
                    <Button
                      type="button"
                      aria-label={`${label(field.label, language)}: ${t('forms.takeOver')}`}
                      onClick={() => form.set(name, theirs)}
                    >
                      {t('forms.takeOver')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Notice>
      )}
    </>
  )
}
