import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ContextKeys } from '../../../commands/context.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { closePalette, onOutcome, setContext, setRegistry } from '../../../src/console/host/host.ts'
import { PaletteHost } from '../../../src/console/palette/PaletteHost.tsx'
import { paletteState } from '../../../src/console/state/palette.ts'
import { Keys } from '../../../src/console/ui/Keys.tsx'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { admin } from '../../unit/commands/catalogue.ts'
import { registryOf } from '../registries.ts'

export const ON_QUEUE: Partial<ContextKeys> = {
  screen: 'queue',
  resource: 'settlementOrder',
  queue: 'settlementOrder',
  view: 'audit',
  focus: 'page',
  layers: 0,
  palette: false,
  selected: 0,
  allSelected: false,
  hasRow: true,
  online: true,
  undoable: 0,
  previewOpen: true,
  sections: 6,
  signedIn: true,
}

const admins = new Map<string, Catalogue>()

/** Catalogue of an administrator, made once for all tests of a file. */
export function adminIn(language: 'zh' | 'en' = 'zh'): Catalogue {
  const found = admins.get(language) ?? admin(language)
  admins.set(language, found)
  return found
}

/** The console's keyboard with an administrator's commands, standing in the audit queue. */
export function bench(children?: ReactNode, language: 'zh' | 'en' = 'zh') {
  closePalette()
  Object.assign(paletteState, { keysOpen: false, chosen: null })
  setContext(ON_QUEUE)
  setRegistry(registryOf(adminIn(language)))
  const said: { id: string | undefined; outcome: Outcome }[] = []
  const stop = onOutcome((outcome, { command }) => said.push({ id: command?.id, outcome }))
  const view = render(
    <>
      <Keys />
      <PaletteHost />
      {children}
    </>,
  )
  return { ...view, said, stop }
}
