import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { settings } from '../../model/wire/settings/settings.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { useSetting } from '../data/useSetting.ts'
import { setContext, setRegistry } from '../host/host.ts'
import { keepForNextPage, replayKeptKeys } from '../host/keptKeys.ts'
import { keyState } from '../host/keyState.ts'
import { useWords } from '../i18n/index.ts'
import { PaletteHost } from '../palette/PaletteHost.tsx'
import { followKeymap, keymapState } from '../state/keymap.ts'
import { paletteState } from '../state/palette.ts'
import { status } from '../state/status.ts'
import { Keys } from '../ui/Keys.tsx'

const WhichKey = lazy(() => import('./WhichKey.tsx').then((m) => ({ default: m.WhichKey })))

/** Longest that sequences typed before the console wait for saved views, which may have them as keys, ms. */
const VIEWS_TIMEOUT_MS = 3_000

/** Commands of this person in this language, the key listener, palette and key sheet. Mounted once by the layout. */
export function KeysAndPalette() {
  const catalogue = useCatalogue()
  const { language } = useWords()
  const { views, known } = useSavedViews()
  const macros = useSetting(settings.macros.key, settings.macros)
  const { online } = useSnapshot(status)
  const { named } = useSnapshot(paletteState)
  const { map } = useSnapshot(keymapState)
  const { shown } = useSnapshot(keyState)
  useEffect(followKeymap, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles are made anew once their other names are known
  useEffect(
    () => setRegistry(buildRegistry(catalogue, language, map, views, macros)),
    [catalogue, language, map, named, views, macros],
  )
  useEffect(() => setContext({ online }), [online])
  useEffect(() => {
    if (!catalogue) return
    replayKeptKeys(known)
    if (known) return
    // without an answer the keys of saved views mean nothing
    const timer = setTimeout(() => replayKeptKeys(), VIEWS_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [catalogue, known])
  useEffect(keepForNextPage, [])
  return (
    <>
      <Keys />
      <PaletteHost />
      <Suspense fallback={null}>{shown ? <WhichKey /> : null}</Suspense>
    </>
  )
}
