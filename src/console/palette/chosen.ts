import { ref } from 'valtio'
import { usedCommands, visitRecord } from '../data/recent.ts'
import { closePalette, commandState, openRoute, runCommand, showOutcome } from '../host/host.ts'
import { labelled } from '../i18n/labelled.ts'
import { paletteState } from '../state/palette.ts'
import { routeOfRow } from './Foot.tsx'
import type { RowFacts } from './rows.ts'

/** Closes, and does it when the dialog is gone and the focus back. */
const finish = (run: () => unknown): void => {
  paletteState.chosen = ref({ run: () => void run() })
  closePalette()
}

/** Does what a chosen row stands for, or says why it cannot be had; `narrow` puts the prefix of a scope into the line. */
export function actOn(chosen: RowFacts | undefined, narrow: (prefix: string) => void): void {
  if (!chosen) return
  if (chosen.why) {
    showOutcome({ is: 'nothing', why: labelled(chosen.title, chosen.why) }, 'palette')
    return
  }
  const { subject } = chosen
  switch (subject.is) {
    case 'scope':
      narrow(subject.prefix)
      break
    case 'record':
      if (!subject.route) return
      visitRecord(subject.found.resource, subject.found.id)
      finish(() => openRoute(subject.route, 'palette'))
      break
    case 'action':
      finish(subject.run)
      break
    case 'command': {
      const { command } = subject
      if (!commandState(command.id, 'palette').enabled) return
      usedCommands().visit(command.id)
      finish(() => runCommand(command.id, 'palette', undefined, chosen.text ? { text: chosen.text } : {}))
    }
  }
}

/** Opens where a row leads in a window of its own, if it leads anywhere. */
export function openAside(row: RowFacts | undefined): void {
  const route = row ? routeOfRow(row.subject) : ''
  if (!row || !route) return
  if (row.subject.is === 'record') visitRecord(row.subject.found.resource, row.subject.found.id)
  else usedCommands().visit(row.id)
  finish(() => openRoute(route, 'palette', true))
}
