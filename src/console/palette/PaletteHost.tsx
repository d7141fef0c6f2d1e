import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { loadNames, useNamed } from '../data/catalogue.ts'
import { usedCommands } from '../data/recent.ts'
import { tabs } from '../data/tabs.ts'
import { provideInlineAsk } from '../forms/dialogs/ask.ts'
import { Safe } from '../forms/dialogs/mount.tsx'
import { partMissing } from '../host/deadUntil.ts'
import { closePalette } from '../host/host.ts'
import { paletteIsHere } from '../host/keptKeys.ts'
import { useRegistry } from '../host/useCommand.ts'
import { paletteState } from '../state/palette.ts'
import { warmDialogs } from '../ui/dialog/dialog.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { whenIdle } from '../ui/prefetch.ts'

// questions of commands chosen in the palette are asked in its line
provideInlineAsk(() => import('./arguments/askArguments.tsx').then((m) => m.askArguments))

const missing = () => Promise.reject(partMissing())
const loadPalette = () =>
  Promise.all([import('./Palette.tsx').catch(missing), loadNames()]).then(([m]) => {
    if (!paletteState.named) m.learnNames()
    paletteState.named = true
    return m
  })
const loadKeySheet = () => import('./KeySheet.tsx').catch(missing)
const { Later: Palette, warm: warmWidget } = lazyWithPreload(() => loadPalette().then((m) => m.Palette))
const Explain = lazy(() => import('./Explain.tsx').catch(missing).then((m) => ({ default: m.Explain })))
const MacrosEditor = lazy(() =>
  import('../decisions/macros/MacrosEditor.tsx').catch(missing).then((m) => ({ default: m.MacrosEditor })),
)
const DecisionsToday = lazy(() =>
  import('./DecisionsToday.tsx').catch(missing).then((m) => ({ default: m.DecisionsToday })),
)
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

/** Counts visited screens, however they were reached: frequent ones are offered first. */
function useVisits(): void {
  const { active } = useSnapshot(tabs)
  const registry = useRegistry()
  useEffect(() => {
    const leads = registry.commands.filter((c) => c.place?.route.split('?')[0] === active && !c.place.aside)
    const { to = active } = tabs.list.find((tab) => tab.path === active) ?? {}
    // Views of a queue share its path.
    const there = leads.find((c) => c.place?.route === to) ?? leads[0]
    if (there && visited !== active) usedCommands().visit(there.id)
    if (registry.commands.length > 0) visited = active
  }, [active, registry])
}
/** The screen that was counted last: another catalogue or language is no visit. */
let visited = ''

/** Stands palette, key sheet and the explanation of keys above the page; mounted once by the console. */
export function PaletteHost() {
  const { open, keysOpen, explainOpen, decisionsOpen, macrosOpen, macroRecorded } = useSnapshot(paletteState)
  const registry = useRegistry()
  // Again for each registry: a new catalogue or language has a new index to build.
  useEffect(() => {
    if (registry.commands.length === 0) return
    return whenIdle(warmPalette)
  }, [registry])
  useVisits()
  const named = useNamed()
  useEffect(() => {
    if (open && !named) void loadNames()
  }, [open, named])
  // Choices are made from the whole list: the palette waits for names, but stays open once it stands.
  const stands = useRef(false)
  stands.current = open && (named || stands.current)
  // After the dialog's own clean-up (effects of a commit run children's endings first): layer gone, focus back.
  useEffect(() => {
    const { chosen } = paletteState
    if (open || !chosen) return
    paletteState.chosen = null
    chosen.run()
  }, [open])
  // errors here close the palette: the page behind it, with its typed text, stays
  const [failures, setFailures] = useState(0)
  const close = () => {
    closePalette()
    paletteState.keysOpen = false
    paletteState.explainOpen = false
    paletteState.decisionsOpen = false
    paletteState.macrosOpen = false
    setFailures((n) => n + 1)
  }
  return (
    <Safe key={failures} onFailure={close}>
      <Suspense fallback={null}>
        {stands.current ? <Palette /> : null}
        {keysOpen ? (
          <KeySheet
            onClose={() => {
              paletteState.keysOpen = false
            }}
          />
        ) : null}
        {macrosOpen ? (
          <MacrosEditor
            begins={macroRecorded}
            onClose={() => {
              Object.assign(paletteState, { macrosOpen: false, macroRecorded: '' })
            }}
          />
        ) : null}
        {decisionsOpen ? (
          <DecisionsToday
            onClose={() => {
              paletteState.decisionsOpen = false
            }}
          />
        ) : null}
        {explainOpen ? (
          <Explain
            onClose={() => {
              paletteState.explainOpen = false
            }}
          />
        ) : null}
      </Suspense>
    </Safe>
  )
}
