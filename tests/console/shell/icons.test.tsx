import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { aliases, shapes } from '../../../src/console/theme/shapes.ts'
import { Icon } from '../../../src/console/ui/Icon.tsx'
import { queues } from '../../../src/model/business.ts'
import { leaves, menus } from '../../../src/model/menus/menus.ts'
import { admin } from '../../unit/commands/catalogue.ts'

const drawn = (name: string) => name in shapes || name in aliases

describe('icons', () => {
  it('every menu, queue and command has its own drawing', () => {
    const full = buildRegistry(admin(), 'zh')
    // with everything granted there are commands of records, decisions and queues besides those of every screen
    expect(full.commands.length).toBeGreaterThan(buildRegistry(null, 'zh').commands.length)
    const wanted = [
      ...menus.flatMap((m) => [m.icon, ...m.groups.map((g) => g.icon)]),
      ...[...leaves()].map((l) => l.leaf.icon),
      ...[...queues.values()].map((q) => q.icon),
      ...full.commands.map((c) => c.icon),
    ]
    expect([...new Set(wanted)].filter((name) => !drawn(name))).toEqual([])
  })

  it('every other name is drawn as one that exists', () => {
    expect(Object.entries(aliases).filter(([, to]) => !(to in shapes))).toEqual([])
    expect(Object.keys(aliases).filter((name) => name in shapes)).toEqual([])
  })

  it('an unknown name is a dot, and decoration is not read aloud', () => {
    const { container } = render(<Icon name="no such thing" />)
    expect(container.querySelector('path')?.getAttribute('d')).toBe(shapes.dot)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('stays inside its 16 by 16', () => {
    for (const [name, d] of Object.entries(shapes)) {
      for (const m of d.matchAll(/[ML]\s*(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
        expect(Number(m[1]), name).toBeLessThanOrEqual(16)
        expect(Number(m[2]), name).toBeLessThanOrEqual(16)
      }
    }
  })
})
