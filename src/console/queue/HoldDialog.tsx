import './list/words.ts'
import { type FormEvent, useId, useState } from 'react'
import styled from 'styled-components'
import { wallClock } from '../../model/values/dates.ts'
import {
  type HoldChoice,
  holdChoices,
  holdMoment,
  momentField,
  typedMoment,
} from '../../model/wire/settings/holdTimes.ts'
import { HELD_REASON_LENGTH_MAX, type Held } from '../../model/wire/settings/shapes.ts'
import { Box, Cell } from '../forms/base/forms.styles.ts'
import { mountHost, Safe } from '../forms/dialogs/mount.tsx'
import { type Open, question } from '../forms/dialogs/question.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Key } from '../ui/Key.tsx'

/** Moment and reason of a hold. */
export type Hold = Pick<Held, 'until' | 'reason'>

interface HoldQuestion {
  readonly title: string
  /** The hold that stands already. */
  readonly present: Hold | undefined
}

const asks = question<HoldQuestion, Hold>()

/** Asks until when a row is put on hold, and why. Null when the person turns away. */
export function askHold(what: HoldQuestion): Promise<Hold | null> {
  mountHost('hold', <HoldHost />)
  return asks.ask(what)
}

function HoldHost() {
  const open = asks.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <HoldDialog open={open} />
      </Safe>
    )
  )
}

function HoldDialog({ open }: { readonly open: Open<HoldQuestion, Hold> }) {
  const { t } = useWords()
  const form = useId()
  const { present } = open.what
  const [now] = useState(() => Date.now())
  const choices = holdChoices(now)
  const [choice, setChoice] = useState<HoldChoice>(present?.until === undefined ? 'tomorrow' : 'own')
  const [typed, setTyped] = useState(momentField(present?.until ?? holdMoment('tomorrow', now) ?? now))
  const [reason, setReason] = useState(present?.reason ?? '')
  const [problem, setProblem] = useState('')
  const choose = (to: HoldChoice) => {
    setChoice(to)
    setProblem('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = Date.now()
    const until = choice === 'own' ? typedMoment(typed, at) : holdMoment(choice, at)
    if (choice === 'own' && until === null) {
      setProblem(t('queueScreen.holdBadTime'))
      return
    }
    open.answer({ ...(until === null ? {} : { until }), ...(reason.trim() ? { reason: reason.trim() } : {}) })
  }
  return (
    <Dialog
      title={t('queueScreen.holdTitle', { title: open.what.title })}
      onClose={() => open.answer(null)}
      footer={
        <>
          <Button onClick={() => open.answer(null)}>{t('queueScreen.holdCancel')}</Button>
          <Button $tone="primary" type="submit" form={form}>
            {t('queueScreen.holdOk')}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          const at =
            event.target instanceof HTMLInputElement && event.target.type !== 'radio' ? -1 : '12345'.indexOf(event.key)
          const to = choices[at]?.choice
          if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          choose(to)
          document.getElementById(`${form}-${to}`)?.focus()
        }}
      >
        <fieldset>
          <legend>{t('queueScreen.holdUntil')}</legend>
          {choices.map(({ choice: one, at }, n) => {
            return (
              <label key={one}>
                <input
                  type="radio"
                  id={`${form}-${one}`}
                  name={form}
                  checked={choice === one}
                  data-autofocus={choice === one || undefined}
                  onChange={() => choose(one)}
                />
                <span>{t(`queueScreen.hold_${one}`)}</span>
                {at !== null && <small className="num">{wallClock(at).slice(0, 16)}</small>}
                {one === 'own' && (
                  <input
                    type="datetime-local"
                    className="own"
                    // the next stop after the choices is the reason, unless a moment of one's own is chosen
                    tabIndex={choice === 'own' ? undefined : -1}
                    aria-label={t('queueScreen.hold_own')}
                    aria-invalid={problem !== '' || undefined}
                    value={typed}
                    min={momentField(now)}
                    onFocus={() => choose('own')}
                    onChange={(event) => {
                      setTyped(event.target.value)
                      choose('own')
                    }}
                  />
                )}
                <Key aria-hidden>{n + 1}</Key>
              </label>
            )
          })}
          {problem && (
            <span className="problem" role="alert">
              {problem}
            </span>
          )}
        </fieldset>
        <Cell>
          <label htmlFor={`${form}-reason`}>{t('queueScreen.holdReason')}</label>
          <Box>
            <input
              id={`${form}-reason`}
              value={reason}
              maxLength={HELD_REASON_LENGTH_MAX}
              placeholder={t('queueScreen.holdReasonHint')}
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          </Box>
        </Cell>
      </Form>
    </Dialog>
  )
}

const Form = styled.form`
  display: grid; gap: 14px;
  & fieldset { display: grid; gap: 2px; padding: 0; border: 0; margin: 0; }
  & legend { padding: 0 0 6px; font-size: 12px; color: var(--text-3); }
  & fieldset > label { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; min-height: max(34px, var(--press)); padding: 0 6px; border-radius: var(--radius); cursor: pointer; }
  & fieldset > label:hover { background: var(--surface-2); }
  & fieldset kbd { margin-left: auto; }
  & small { color: var(--text-3); }
  & .own { height: 30px; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); font: inherit; }
  & .own[aria-invalid] { border-color: var(--bad); }
  & .problem { color: var(--bad); padding: 2px 6px; }
  @media (hover: none), (pointer: coarse) { & kbd { display: none; } }
`
