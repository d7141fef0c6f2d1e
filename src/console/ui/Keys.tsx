import { useEffect } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { setContext } from '../host/context.ts'
import { focusOf } from '../host/focus.ts'
import { forgetPending, onCompositionEnd, onKey, onKeyGoesDown, turnAwayFromPending } from '../host/keyState.ts'
import { lock } from '../state/lock.ts'

/**
 * The one listener of the whole console, mounted once at the root. The library only brings the events; what they mean
 * the resolver says (its own scopes, sequences and conditions are not used: they fire in input methods, twice, and
 * behind dialogs).
 */
export function Keys() {
  useHotkeys('*', (event) => lock.by ?? onKey(event), {
    enableOnFormTags: true,
    enableOnContentEditable: true,
    ignoreModifiers: true,
  })
  useEffect(() => {
    const focus = () => setContext({ focus: focusOf(document.activeElement) })
    // a locked console hears nothing
    const goesDown = (event: KeyboardEvent) => {
      if (!lock.by) onKeyGoesDown(event)
    }
    // a click turns away from an unfinished sequence, unless it chooses how that goes on
    const turnsAway = (event: PointerEvent) => {
      if (!(event.target instanceof Element && event.target.closest('[data-which-key]'))) turnAwayFromPending()
    }
    window.addEventListener('keydown', goesDown, true)
    window.addEventListener('compositionend', onCompositionEnd, true)
    window.addEventListener('blur', forgetPending)
    window.addEventListener('pointerdown', turnsAway, true)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', focus)
    return () => {
      window.removeEventListener('keydown', goesDown, true)
      window.removeEventListener('compositionend', onCompositionEnd, true)
      window.removeEventListener('blur', forgetPending)
      window.removeEventListener('pointerdown', turnsAway, true)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', focus)
    }
  }, [])
  return null
}
