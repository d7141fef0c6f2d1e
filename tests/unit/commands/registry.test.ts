import { describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { keysOfDecisions } from '../../../commands/catalog/decisionKeys.ts'
import type { AnyCommand } from '../../../commands/command.ts'
import { all, always, any, atLeast, is, not } from '../../../commands/context.ts'
import { parseKeys } from '../../../commands/keys/parse.ts'
import { reserved } from '../../../commands/keys/reserved.ts'
import { keyCondition, overlap, satisfiable, statesExclude } from '../../../commands/overlap.ts'
import { createRegistry } from '../../../commands/registry.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { CatalogueDecision } from '../../../src/model/wire/catalogue.ts'
import { admin, catalogueOf } from './catalogue.ts'

const command = (id: string, more: Partial<AnyCommand> = {}): AnyCommand => ({
  id,
  title: id,
  alias: id,
  category: 'help',
  icon: 'dot',
  when: always,
  selection: 'none',
  run: () => ({ is: 'done' }),
  ...more,
})

describe('satisfiability', () => {
  it.each([
    ['nothing asked', always, true],
    ['one screen', is('screen', 'queue'), true],
    ['two screens at once', all(is('screen', 'queue'), is('screen', 'table')), false],
    ['one of two, then the other', all(any(is('screen', 'queue'), is('screen', 'table')), is('screen', 'table')), true],
    [
      'none of the screens',
      all(
        ...(['signIn', 'home', 'queueHub', 'steps', 'inbox', 'queue', 'table', 'detail', 'form', 'other'] as const).map(
          (s) => not(is('screen', s)),
        ),
      ),
      false,
    ],
    [
      'a resource nobody mentioned',
      all(not(is('resource', 'a')), not(is('resource', 'b')), not(is('resource', ''))),
      true,
    ],
    ['more than two and fewer than one', all(atLeast('selected', 2), not(atLeast('selected', 1))), false],
    ['exactly two', all(atLeast('selected', 2), not(atLeast('selected', 3))), true],
    [
      'a number between thresholds',
      all(not(is('selected', 0)), not(is('selected', 1)), not(atLeast('selected', 3))),
      true,
    ],
    ['palette without a layer', all(is('palette', true), is('layers', 0)), false],
    ['palette with a layer', all(is('palette', true), not(is('layers', 0))), true],
    ['a queue outside the queue screen', all(is('queue', 'q'), is('screen', 'detail')), false],
    ['a queue on the queue screen', all(is('queue', 'q'), is('screen', 'queue')), true],
    ['signed in on the sign-in page', all(is('screen', 'signIn'), is('signedIn', true)), false],
    ['no branch', any(), false],
  ])('%s', (_name, when, expected) => {
    expect(satisfiable(when)).toBe(expected)
  })

  it('states exclude each other only in a field both name', () => {
    expect(statesExclude({ s: 0 }, { s: 2 })).toBe(true)
    expect(statesExclude({ s: [0, 1] }, { s: [1, 2] })).toBe(false)
    expect(statesExclude({ s: 0 }, { t: 1 })).toBe(false)
    expect(statesExclude(undefined, { t: 1 })).toBe(false)
  })

  it('keys of plain commands are dead above layers and in text fields, those of global ones only above layers', () => {
    const plain = keyCondition(command('plain', { keys: ['a'] }))
    expect(overlap(plain, atLeast('layers', 1))).toBe(false)
    expect(overlap(plain, is('focus', 'input'))).toBe(false)
    const global = keyCondition(command('global', { keys: ['a'], global: true }))
    expect(overlap(global, is('focus', 'input'))).toBe(true)
    expect(overlap(global, atLeast('layers', 1))).toBe(false)
    const above = keyCondition(command('above', { keys: ['a'], when: is('palette', true) }))
    expect(overlap(above, atLeast('layers', 1))).toBe(true)
  })
})

describe('registry', () => {
  it('refuses an id used twice and a key nobody can press', () => {
    expect(() => createRegistry([command('a')], [command('a')])).toThrow('two commands are called a')
    expect(() => createRegistry([command('a', { keys: ['shift+?'] })])).toThrow('character that Shift produces')
  })

  it('finds commands by id and by key, however the key is spelt', () => {
    const r = createRegistry([command('a', { keys: ['shift+mod+k'] }), command('b')])
    expect(r.get('b')?.id).toBe('b')
    expect(r.get('c')).toBeUndefined()
    expect(r.byKey('Mod+Shift+K').map((c) => c.id)).toEqual(['a'])
  })

  it.each([
    ['same key, same place', command('a', { keys: ['x'] }), command('b', { keys: ['x'] }), 1],
    [
      'same key, other screens',
      command('a', { keys: ['x'], when: is('screen', 'queue') }),
      command('b', { keys: ['x'], when: is('screen', 'table') }),
      0,
    ],
    ['prefix in the same place', command('a', { keys: ['g'] }), command('b', { keys: ['g q'] }), 1],
    ['same beginning, other ends', command('a', { keys: ['g h'] }), command('b', { keys: ['g q'] }), 0],
    [
      'told apart by the row',
      command('a', { keys: ['x'], from: { s: 0 } }),
      command('b', { keys: ['x'], from: { s: [1, 2] } }),
      0,
    ],
    [
      'keysWhen counts',
      command('a', { keys: ['x'], keysWhen: is('screen', 'queue') }),
      command('b', { keys: ['x'], when: is('screen', 'form') }),
      0,
    ],
    ['two keys of one command', command('a', { keys: ['g', 'g q'] }), command('b'), 0],
  ])('conflicts: %s', (_name, a, b, count) => {
    expect(createRegistry([a, b]).conflicts()).toHaveLength(count)
  })
})

describe('keys of the decisions of a resource', () => {
  const decision = (id: string, key: string, from: object, more: Partial<CatalogueDecision> = {}) =>
    ({ id, key, from, title: id, result: 'other', ...more }) as CatalogueDecision
  const given = (decisions: readonly CatalogueDecision[], letters: readonly string[] = []) =>
    Object.fromEntries(
      [...keysOfDecisions({ decisions }, (d) => d.title, new Set(letters))].map(([id, k]) => [
        id,
        [k.key, k.detailed].filter(Boolean).join(' '),
      ]),
    )

  it('are what the model suggests, shared where no row can stand before both', () => {
    expect(given([decision('pass', 'a', { s: 0 }), decision('accept', 'a', { s: 1 })])).toEqual({
      pass: 'a',
      accept: 'a',
    })
  })
  it('are the next free letter of the English title where that means something already, or none', () => {
    const taken = [decision('pass', 'a', { s: 0 }), decision('seal', 'a', { t: 0 }), decision('Ee', 'e', { s: 9 })]
    expect(given(taken, ['s'])).toEqual({ pass: 'a', seal: 'l', Ee: '' })
  })
  it('give the remark’s key to the one that is passed first, and none to what has none', () => {
    const asks = { result: 'pass', asks: true, mustAsk: false } as const
    const other = [decision('again', '', { t: 2 }, asks), decision('pass', 'a', { s: 0 }, asks)]
    expect(given(other)).toEqual({ pass: 'a shift+enter', again: '' })
  })
})

describe.each(['zh', 'en'] as const)('everything the catalogue gives, in %s', (language) => {
  it.each(roles.map((r) => r.alias))('%s: no key means two things, prefixes included', (alias) => {
    expect(buildRegistry(catalogueOf(alias, language), language).conflicts()).toEqual([])
  })

  it('no key that the browser keeps for itself', () => {
    const taken = buildRegistry(admin(language), language)
      .commands.flatMap((c) => (c.keys ?? []).flatMap((k) => parseKeys(k).map((s) => [c.id, s] as const)))
      .filter(([, s]) => reserved(s) === 'hard')
    expect(taken).toEqual([])
  })

  it('every command has both titles, a reading of the Chinese one, and a context it can be in', () => {
    for (const c of buildRegistry(admin(language), language).commands) {
      const [zh, en] = language === 'zh' ? [c.title, c.alias] : [c.alias, c.title]
      expect(zh, c.id).toMatch(/\p{Script=Han}/u)
      expect(en, c.id).not.toMatch(/\p{Script=Han}/u)
      expect(c.pinyin?.[0], c.id).toMatch(/^[a-z0-9 ]+$/)
      expect(satisfiable(c.when), c.id).toBe(true)
      if (c.keys) expect(satisfiable(keyCondition(c)), c.id).toBe(true)
    }
  })
})

it('ids are the same in both languages', () => {
  const ids = (language: 'zh' | 'en') => buildRegistry(admin(language), language).commands.map((c) => c.id)
  expect(ids('en')).toEqual(ids('zh'))
})

it('before signing in there is language, theme and help', () => {
  const r = buildRegistry(null, 'zh')
  expect(r.get('session.language')?.title).toBe('切换到英文')
  expect(r.get('help.keys')).toBeDefined()
  expect(r.commands.some((c) => c.category === 'navigation')).toBe(false)
})
