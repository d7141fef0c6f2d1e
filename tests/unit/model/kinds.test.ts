import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { calls, lifecycles, resources } from '../../../src/model/business.ts'
import { problemOf, tidy } from '../../../src/model/language/derived/validate.ts'
import { type Field, type Fields, isRanged, isRef, searchOf } from '../../../src/model/language/fields/field.ts'
import { type Kind, kindOf, kinds, nothingOf } from '../../../src/model/language/fields/kinds.ts'
import { masked } from '../../../src/model/language/fields/shapes.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import { samples } from '../../kinds.ts'
import { ROOT, sources } from './direction.ts'

const each = Object.entries(samples).map(([kind, sample]) => [kind as Kind, sample] as const)

it('numbers of accounts, persons and phones are checked wherever they are taken in', () => {
  const TITLES = /手机|联系电话|身份证|银行账|银行卡|(收款|付款)账号|银行流水号/
  // whoever checks what these ask is the handler, which compares them with what was checked
  const COMPARED = [
    'auth.sendSms.mobile',
    'sms.sendMessage.phones',
    'doctorTemp.detailByNameOrPhone.phone',
    'user.updateInfo.phone',
    'doctor.identify.last6',
  ]
  const taken: (readonly [string, Fields | undefined])[] = [
    ...[...resources.values()].map((r) => [r.id, r.fields] as const),
    ...Object.values(lifecycles).flatMap((l) =>
      Object.entries<Transition>(l.transitions).map(([name, { ask }]) => [`${l.resource}.${name}`, ask] as const),
    ),
    ...[...calls].flatMap((c) => [c.query, c.body].map((fields) => [c.id, fields] as const)),
  ]
  const loose = taken.flatMap(([of, fields]) =>
    Object.entries<Field>(fields ?? {}).flatMap(([name, f]) => {
      const checked = f.kind === 'phone' || f.kind === 'idCard' || f.facts.means !== undefined
      const text = kindOf(f).wire === 'text' && kindOf(f).files === null && f.facts.readOnly !== 'always'
      return TITLES.test(f.label[0]) && text && !checked ? [`${of}.${name}`] : []
    }),
  )
  expect(loose.filter((name) => !COMPARED.includes(name))).toEqual([])
})

describe('a kind in the kernel', () => {
  it('every builder is told of in the guide', () => {
    const source = readFileSync(join(ROOT, 'src/model/language/fields/field.ts'), 'utf8')
    const builders = [
      ...source.matchAll(/^export const (\w+) = (?:field<|<const (?:To|V)|<F extends Fields|\(\s*(?:prefix|code): )/gm),
    ].map((m) => m[1])
    const guide = readFileSync(join(ROOT, 'docs/guides/add-a-resource.md'), 'utf8')
    expect(builders).toEqual(
      expect.arrayContaining(['text', 'code', 'ref', 'dict', 'list', 'choice', 'tree', 'secret']),
    )
    for (const name of builders) expect(guide).toMatch(new RegExp(`\`${name}[\`(]`))
  })

  it.each(each)('%s: a value of the wire passes and is kept as it is', (_, { field, any }) =>
    fc.assert(
      fc.property(any as fc.Arbitrary<unknown>, (value) => {
        expect(problemOf(field, value)).toBeNull()
        const kept = tidy(field, value)
        expect(tidy(field, kept)).toEqual(kept)
        expect(kept).toEqual(value)
      }),
    ),
  )

  it.each(each)('%s: nothing on the wire follows from its shape (wire.md §1)', (kind, { field, good }) => {
    const { wire } = kinds[kind]
    expect(nothingOf(field)).toEqual({ text: '', decimal: null, number: null, json: {}, list: [] }[wire])
    expect(typeof good).toBe(
      { text: 'string', decimal: 'string', number: 'number', json: 'object', list: 'object' }[wire],
    )
  })

  it.each(each)('%s: is searched by piece, by size, whole or never, and by one of them only', (_, { field }) => {
    const { compared, search, length, wire } = kindOf(field)
    expect(isRanged(field)).toBe(compared === 'size')
    expect(searchOf(field) !== null).toBe(compared === 'piece')
    expect(search !== null).toBe(compared === 'piece')
    if (length !== null) expect(wire).toBe('text')
    if (isRef(field)) expect(field.to).not.toBe('')
  })

  it('masked values show only their last four characters, and an empty value stays empty', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...each.map(([, s]) => s.field as Field)),
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
        (f, value) => {
          expect(masked(f, '')).toBe('')
          const shown = masked(f, value)
          expect(shown).toContain('****')
          const told = shown.replace(/\*+/, '')
          expect(told.length).toBeLessThanOrEqual(7)
          expect(value.startsWith(told.slice(0, -4)) && value.endsWith(told.slice(-4))).toBe(true)
        },
      ),
      { seed: 20240615 },
    ))

  it('every kind that people declare is one of them', () => {
    for (const r of resources.values())
      for (const f of Object.values<Field>(r.fields))
        expect(Object.hasOwn(kinds, f.kind), `${r.id}: ${f.kind}`).toBe(true)
  })
})

describe('a new kind', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rounds-kind-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  /** The tables that say something of every kind, one a layer and use. */
  const TABLES = [
    'src/model/language/fields/checks.ts',
    'src/model/language/fields/shapes.ts',
    'src/server/database/kinds/kinds.ts',
    'src/server/lists/sql/table.ts',
    'src/server/workbooks/cells.ts',
    'src/server/exchange/import/readings.ts',
    'src/server/seed/multiply/styles.ts',
    'src/console/fields/displays.ts',
    'src/console/fields/typings.ts',
    'src/console/filter/filterKinds.ts',
    'src/console/forms/inputs/inputs.tsx',
  ]

  it('does not compile until each layer has it', () => {
    for (const folder of ['src', 'commands']) cpSync(join(ROOT, folder), join(dir, folder), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
    const table = join(dir, 'src/model/language/fields/kinds.ts')
    const source = readFileSync(table, 'utf8')
    const added = source.replace(
      'export const kinds = {\n',
      "export const kinds = {\n  colour: { ...one, wire: 'text' },\n",
    )
    expect(added).not.toBe(source)
    writeFileSync(table, added)
    writeFileSync(
      join(dir, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
        files: TABLES,
        include: [],
      }),
    )
    let said = ''
    try {
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir, '--pretty', 'false'], {
        encoding: 'utf8',
        cwd: dir,
      })
    } catch (e) {
      said = (e as { stdout: string }).stdout
    }
    const failing = [...said.matchAll(/^(\S+?)\(\d+,\d+\): error TS\d+: Property 'colour' is missing in type/gm)].map(
      (m) => m[1],
    )
    expect([...new Set(failing)].sort()).toEqual([...TABLES].sort())
  })

  it('finds no list of kinds anywhere else', () => {
    // `tree` is an operation of a route, too, and `html` a section of a record
    const names = Object.keys(kinds).join('|')
    const cases = names.replace('|tree', '').replace('|html', '')
    // comparisons of a field's kind: `f.kind === 'money'`, `case 'money':`, `['money', 'rate'].includes(f.kind)`
    const asks = new RegExp(
      `\\.kind\\s*[!=]==\\s*'(${names})'|\\bcase\\s+'(${cases})'\\s*:|\\.includes\\([\\w.]*\\b[fF](ield)?\\.kind\\)|switch\\s*\\([\\w.]*[fF](ield)?\\.kind\\)`,
    )
    const found = sources('src', 'commands').filter((path) => asks.test(readFileSync(join(ROOT, path), 'utf8')))
    // the type guards of fields with members of their own
    expect(found).toEqual(['src/model/language/fields/field.ts'])
  })
})
