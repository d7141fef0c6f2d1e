import { type ReactNode, type RefObject, useState } from 'react'
import { oneTimeCode, parseCode } from '../../../model/language/fields/oneTimeCode.ts'
import { parseAmount, readable } from '../../../model/values/money.ts'
import { useWords } from '../../i18n/index.ts'
import { FieldRow } from '../FieldRow.tsx'
import { CodeInput } from '../inputs/CodeInput.tsx'
import '../base/words.ts'

/** Proofs demanded because of a large amount, as the preview lists them. */
export interface RequiredProofs {
  /** The total that has to be typed; null where none has to. */
  readonly toType: string | null
  /** Part of it decided on shortly before. */
  readonly before?: string
  /** A one-time code has to be given. */
  readonly asksCode: boolean
}

export interface Proofs {
  /** Something that is asked for was not typed yet, or is being looked at. */
  readonly missing: boolean
  readonly inputs: ReactNode
  /** Sends with the code that was typed; `send` answers what is wrong with it, null when the question is over. */
  send(send: (oneTimeCode: string) => Promise<string | null>): Promise<boolean>
  /** The code is being looked at. */
  readonly sending: boolean
}

/**
 * Inputs for the proofs that a large amount demands, with their typed values. A refused code stays, selected, so that
 * the next one replaces it. Missing proofs are marked `data-missing`.
 */
export function useProofs({ toType, before, asksCode }: RequiredProofs, form: RefObject<HTMLElement | null>): Proofs {
  const { t } = useWords()
  const [total, setTotal] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const untyped = toType !== null && parseAmount(total) !== toType
  const uncoded = asksCode && parseCode(code) === null
  const send: Proofs['send'] = async (ask) => {
    setSending(true)
    const wrong = await ask(parseCode(code) ?? '').finally(() => setSending(false))
    if (wrong === null) return true
    setProblem(wrong)
    const input = form.current?.querySelector<HTMLInputElement>('[data-field="oneTimeCode"] input')
    input?.focus()
    input?.select()
    return false
  }
  const inputs = (
    <>
      {toType !== null && (
        <label className="count">
          {before
            ? t('forms.typeTogether', { amount: readable(toType), before: readable(before) })
            : t('forms.typeAmount', { amount: readable(toType) })}
          <input
            value={total}
            inputMode="decimal"
            autoComplete="off"
            data-count=""
            data-missing={untyped || undefined}
            onChange={(e) => setTotal(e.target.value)}
          />
        </label>
      )}
      {asksCode && (
        <div data-missing={uncoded || undefined}>
          <FieldRow
            name="oneTimeCode"
            field={oneTimeCode}
            value={code}
            problem={problem}
            onChange={(typed) => {
              setCode(typed)
              setProblem('')
            }}
            input={CodeInput}
          />
        </div>
      )}
    </>
  )
  return { missing: untyped || uncoded || sending, inputs, send, sending }
}
