import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../../../src/model/business.ts'
import { type FirstStep, firstSteps } from '../../../../src/model/desk/firstSteps.ts'
import { problemsOf } from '../../../../src/model/language/derived/validate.ts'
import { type Field, isChoice } from '../../../../src/model/language/fields/field.ts'
import { leaves } from '../../../../src/model/menus/menus.ts'
import { permissionCodes } from '../../../../src/model/roles/grants.ts'
import { roles } from '../../../../src/model/roles/roles.ts'
import { dictionaries, systemDictionaries } from '../../../../src/server/domains/administration/access/dictionaries.ts'
import { permissionOf } from '../../../../src/server/domains/administration/access/firstSteps.ts'
import { OUTFIT } from '../../../../src/server/domains/administration/access/outfit/outfit.ts'
import { CITIES, PROVINCES } from '../../../../src/server/domains/administration/access/outfit/regions.ts'

describe('what a tenant begins with', () => {
  it.each(OUTFIT.map(({ of, ...more }) => [of.id, { of, ...more }] as const))(
    '%s: what a form would take, each once',
    (_, { of, by, rows }) => {
      for (const row of rows) {
        for (const name of Object.keys(row)) expect(Object.hasOwn(of.fields, name), name).toBe(true)
        expect(problemsOf(of.fields, row), JSON.stringify(row)).toEqual([])
      }
      const keys = rows.map((row) => by.map((name) => String(row[name])).join('\n'))
      expect(new Set(keys).size).toBe(rows.length)
      // uniqueness within the tenant is held by the same fields, or by fewer
      for (const name of by) expect(rows.every((row) => row[name] !== undefined)).toBe(true)
    },
  )

  it('has every word of every choice in both languages', () => {
    for (const { code, title, entries } of [...dictionaries(), ...systemDictionaries])
      for (const words of [title, ...entries.map((e) => e.words)])
        for (const word of words) expect(word.length > 0 && word.length <= 255, `${code} ${words}`).toBe(true)
    const codes = new Set(dictionaries().map((d) => d.code))
    const choices = Object.entries<Field>(resourceOf('settlementOrder').fields).filter(([, f]) => isChoice(f))
    expect(choices.length).toBeGreaterThan(1)
    const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
    for (const [name] of choices)
      expect(codes.has(snake(name)) || codes.has(`settlement_order_${snake(name)}`), name).toBe(true)
  })

  it('has regions that stand below one another', () => {
    const codes = new Set(PROVINCES.map(([code]) => code))
    expect(codes.size).toBe(34)
    for (const [code, name] of [...PROVINCES, ...CITIES]) {
      expect(codes.has(code.slice(0, 2)), code).toBe(true)
      expect(name).toMatch(/^[\u4e00-\u9fff]{2,20}$/)
    }
    expect(new Set(CITIES.map(([, name]) => name)).size).toBe(CITIES.length)
  })
})

describe('a first step', () => {
  const all: readonly FirstStep[] = firstSteps
  it.each(all.map((step) => [step.code, step] as const))('%s leads to a list, and somebody may do it', (_, step) => {
    const path = resourceOf(step.of).routes?.list
    expect([...leaves()].some(({ leaf }) => leaf.path === path)).toBe(true)
    expect(permissionCodes.has(permissionOf(step))).toBe(true)
    if (step.users) expect(roles.some((role) => role.alias === step.users?.role)).toBe(true)
  })
})
