import type { Label } from '../../model/values/label.ts'
import type { Change } from './unitOfWork/rows.ts'

/**
 * Grants added and removed, in the audit trail of a role: each change is a menu or button, with its name in both
 * languages as `to` where it was granted, as `from` where it was taken. No field of the role has them.
 */
export const GRANT = 'grants'

/** Number of names listed for one grant; of more the count. */
const SAID = 60

const listed = (names: readonly unknown[], word: Label): Label => {
  const labels = names.filter((n): n is Label => Array.isArray(n) && n.length === 2)
  if (labels.length === 0) return ['', '']
  const shown = labels.slice(0, SAID)
  const more = labels.length - shown.length
  return [
    `${word[0]}：${shown.map(([zh]) => zh).join('、')}${more > 0 ? ` 等 ${labels.length} 项` : ''}`,
    `${word[1]}: ${shown.map(([, en]) => en).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

/** Sentence about granted and removed rights, by name; empty where the changes are of no grant. Pure. */
export function grantsMessage(changes: readonly Change[]): Label {
  const own = changes.filter((c) => c.field === GRANT)
  const parts = [
    listed(
      own.map((c) => c.to),
      ['新增', 'Added'],
    ),
    listed(
      own.map((c) => c.from),
      ['移除', 'Removed'],
    ),
  ].filter(([zh]) => zh !== '')
  return [parts.map(([zh]) => zh).join('；'), parts.map(([, en]) => en).join('; ')]
}
