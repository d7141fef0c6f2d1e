import type { GridPort } from '../../../commands/command.ts'
import { t } from '../i18n/index.ts'
import { sectionsFor } from './sections.ts'

/** The section of a record that is in front, and how to bring another one there. */
interface Shown {
  readonly resource: string
  readonly section: string
  show(code: string): void
}

/** Moves between the sections of the record that is shown, for the commands. `now`: as it is at that moment. */
export function sectionPort(now: () => Shown): Pick<GridPort, 'nextSection' | 'section'> {
  const codes = () => sectionsFor(now().resource).map((s) => s.code)
  return {
    nextSection: (by) => {
      const all = codes()
      const at = Math.max(0, all.indexOf(now().section))
      now().show(all[(at + by + all.length) % all.length] ?? '')
      return { is: 'done' }
    },
    section: (n) => {
      const code = codes()[n - 1]
      if (code === undefined) return { is: 'nothing', why: t('record.noSection', { n }) }
      now().show(code)
      return { is: 'done' }
    },
  }
}
