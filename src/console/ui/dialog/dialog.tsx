import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whileHere } from '../../data/session.ts'
import { deadUntil } from '../../host/deadUntil.ts'
import { pushLayer } from '../../host/host.ts'
import { guardLeaving } from '../../state/router.ts'
import { lazyWithPreload } from '../lazyWithPreload.tsx'

const { Later: Panel, warm } = lazyWithPreload<DialogProps>(() =>
  import('./DialogPanel.tsx').then((m) => m.DialogPanel),
)

const loadConfirm = () => import('./confirm.tsx')

/** Fetches the dialog's chunks ahead of the first question. */
export const warmDialogs = (): void => {
  void warm()
  loadConfirm().catch(() => {})
}

export interface DialogProps {
  readonly title: string
  /** Escape, the cross, or a click outside. The dialog is open as long as it is rendered. */
  onClose(): void
  readonly children?: ReactNode
  /** Buttons at the foot; the confirming one is last. */
  readonly footer?: ReactNode
  /** For forms with two columns. */
  readonly wide?: boolean
  /** Width of a wide one, px, as far as the window allows. */
  readonly width?: number
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
  /** Hides the page behind it. */
  readonly veil?: boolean
  /** The content moves the focus itself when it closes. */
  readonly ownReturn?: boolean
}

/**
 * The only dialog component of the console. While it is open, keys of the page are blocked; Escape closes the topmost
 * dialog only; the focus returns to its previous place.
 */
export function Dialog(props: DialogProps) {
  // Counted here, not in the lazy panel: keys are dead from the moment the dialog is asked for.
  useLayoutEffect(() => pushLayer(), [])
  // The browser's back closes what stands over the page, as Escape does: never the page behind it.
  const now = useRef(props)
  now.current = props
  useEffect(
    () =>
      guardLeaving((back) => {
        if (!back) return null
        const { stuck, escapes, onClose } = now.current
        if (!stuck && escapes !== false) onClose()
        return Promise.resolve(false)
      }),
    [],
  )
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

/**
 * Asks yes or no. Enter says yes, Escape no; where something is lost by a yes, Enter says no. Several are stacked. Keys
 * are dead from the moment of asking.
 * @throws ApiError where the chunk of the question does not come.
 */
export async function confirm(question: Question): Promise<boolean> {
  // A person who signs in while the chunk loads does not get the question of the previous person.
  const loaded = await whileHere(deadUntil(loadConfirm()))
  return loaded ? loaded.ask(question) : false
}
