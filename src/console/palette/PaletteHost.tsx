import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { openRoute, runCommand } from '../host/host.ts'
import { paletteIsHere } from '../host/keptKeys.ts'
import { useRegistry } from '../host/useCommand.ts'
import { paletteState } from '../state/palette.ts'
import { warmDialogs } from '../ui/dialog.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { whenIdle } from '../ui/prefetch.ts'

const loadPalette = () => import('./Palette.tsx')
const loadKeySheet = () => import('./KeySheet.tsx')
const { Later: Palette, warm: warmWidget } = lazyWithPreload(() => loadPalette().then((m) => m.Palette))
const KeySheet = lazy(() => loadKeySheet().then((m) => ({ default: m.KeySheet })))

/**
 * Fetches the palette's chunk and builds its index ahead of the first Ctrl+K: called on an idle moment after the first
 * screen.
 */
export function warmPalette(): void {
  warmDialogs()
  Promise.all([loadPalette(), warmWidget()]).then(
    ([m]) => {
      m.warmIndex()
      paletteIsHere()
    },
    () => {},
  )
}

/** Stands palette and key sheet above the page; mounted once by the console. */
export function PaletteHost() {
  const { open, keysOpen } = useSnapshot(paletteState)
  const registry = useRegistry()
  // Again for each registry: a new catalogue or language has a new index to build.
  useEffect(() => {
    if (registry.commands.length === 0) return
    return whenIdle(warmPalette)
  }, [registry])
  // After the dialog's own clean-up (effects of a commit run children's endings first): layer gone, focus back.
  useEffect(() => {
    const { chosen } = paletteState
    if (open || !chosen) return
    paletteState.chosen = null
    if ('route' in chosen) openRoute(chosen.route, 'palette')
    else void runCommand(chosen.command, 'palette')
  }, [open])
  return (
    <Suspense fallback={null}>
      {open ? <Palette /> : null}
      {keysOpen ? (
        <KeySheet
          onClose={() => {
            paletteState.keysOpen = false
          }}
        />
      ) : null}
    </Suspense>
  )
}
