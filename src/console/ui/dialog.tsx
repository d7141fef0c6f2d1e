import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { onLeave } from '../data/session.ts'
import { pushLayer } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { lazyWithPreload } from './lazyWithPreload.tsx'
import { mountBeside } from './mountBeside.tsx'

const { Later: Panel, warm } = lazyWithPreload<DialogProps>(() =>
  import('./DialogPanel.tsx').then((m) => m.DialogPanel),
)

/** Fetches the dialog's chunk ahead of the first question. */
export const warmDialogs = (): void => void warm()

export interface DialogProps {
  readonly title: string
  /** Escape, the cross, or a click outside. The dialog is open as long as it is rendered. */
  onClose(): void
  readonly children?: ReactNode
  /** Buttons at the foot; the confirming one is last. */
  readonly footer?: ReactNode
  /** For forms with two columns. */
  readonly wide?: boolean
  /** False: a click outside does not close it (half-filled forms). Default true unless `wide`. */
  readonly outside?: boolean
  /** Neither head nor margins: the title is said, not shown. */
  readonly bare?: boolean
  /** As large as the window allows: pictures. */
  readonly full?: boolean
  /** False: its content has another use for Escape now. */
  readonly escapes?: boolean
  /** No way out but the buttons: neither Escape nor cross. */
  readonly stuck?: boolean
  /** Its content says where the focus goes when it closes. */
  readonly ownReturn?: boolean
}

/**
 * The one dialog of the console. While it is there, keys of the page are dead; Escape closes the topmost one only; the
 * focus returns to where it was.
 */
export function Dialog(props: DialogProps) {
  // Counted here, not in the lazy panel: keys are dead from the moment the dialog is asked for.
  useLayoutEffect(() => pushLayer(), [])
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const now = document.activeElement
      if (before instanceof HTMLElement && before.isConnected && (!now || now === document.body || !now.isConnected))
        before.focus({ preventScroll: true })
    },
    [before],
  )
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}

export interface Question {
  readonly title: string
  readonly body?: ReactNode
  readonly danger?: boolean
  /** The button that says yes; "OK" when left out. */
  readonly ok?: string
  readonly cancel?: string
}

let next = 1
/** Questions with their React nodes stay outside the proxy. */
const open = new Map<number, { question: Question; answer: (yes: boolean) => void }>()
const ids = proxy<{ list: number[] }>({ list: [] })

// as every question: not the next person's to answer
onLeave(() => {
  for (const { answer } of [...open.values()]) answer(false)
})

/** Asks yes or no. Enter says yes, Escape no; where something is lost by a yes, Enter says no. Several are stacked. */
export function confirm(question: Question): Promise<boolean> {
  mountBeside('confirm', <Questions />)
  return new Promise((done) => {
    const id = next++
    open.set(id, {
      question,
      answer: (yes) => {
        open.delete(id)
        ids.list = ids.list.filter((i) => i !== id)
        done(yes)
      },
    })
    ids.list.push(id)
  })
}

function Questions() {
  const { list } = useSnapshot(ids)
  return list.map((id) => {
    const found = open.get(id)
    return found && <Asked key={id} {...found} />
  })
}

interface AskedProps {
  readonly question: Question
  answer(yes: boolean): void
}

/** A question as it is shown. Where something is lost by a yes, the focus is on no. */
export function Asked({ question, answer }: AskedProps) {
  const { t } = useWords()
  const { danger = false } = question
  return (
    <Dialog
      title={question.title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button data-autofocus={danger} onClick={() => answer(false)}>
            {question.cancel ?? t('shell.cancel')}
          </Button>
          <Button $tone={danger ? 'danger' : 'primary'} data-autofocus={!danger} onClick={() => answer(true)}>
            {question.ok ?? t('shell.ok')}
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
