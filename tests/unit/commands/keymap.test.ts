import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import type { AnyCommand } from '../../../commands/command.ts'
import { always, is } from '../../../commands/context.ts'
import { changedKeys } from '../../../commands/keys/conflicts.ts'
import { explanationOf } from '../../../commands/keys/explanation.ts'
import { batchKeys, bind, DEFAULT_KEYMAP, type Keymap, singleOf, withKeymap } from '../../../commands/keys/keymap.ts'
import { familiesOf } from '../../../commands/keys/keymapFamilies.ts'
import { printKeymap, readKeymap } from '../../../commands/keys/keymapJson.ts'
import { isCharacter } from '../../../commands/keys/keymapLetters.ts'
import { PRESETS, type PresetName } from '../../../commands/keys/keymapPresets.ts'
import { clashesOf, namedClashes, problemOfKeys, withOthersFreed } from '../../../commands/keys/keymapProblems.ts'
import { notToBind, reserved, reservedFor } from '../../../commands/keys/reserved.ts'
import { resolve } from '../../../commands/keys/resolve.ts'
import { createRegistry } from '../../../commands/registry.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { admin, catalogueOf } from './catalogue.ts'
import { press, situation } from './press.ts'

const CATALOGUE = admin()
const registry = (more: Partial<Keymap> = {}) => buildRegistry(CATALOGUE, 'zh', { ...DEFAULT_KEYMAP, ...more })
const DECLARED = registry()
const keys = (of: ReturnType<typeof registry>, id: string) => of.get(id)?.keys
const bound = (bindings: Keymap['bindings'], more: Partial<Keymap> = {}) => registry({ ...more, bindings })

describe('own keys', () => {
  it('without any, all is as declared', () => {
    expect([...changedKeys(buildRegistry(CATALOGUE, 'zh').commands, DECLARED.commands)]).toEqual([])
  })

  it('several, one or none, sequences too, however they are spelt', () => {
    const own = bound({ 'queue.hold': ['Shift+Mod+H', 'g  w'], 'grid.reload': [], 'nav./wel/index': ['g 1'] })
    expect(keys(own, 'queue.hold')).toEqual(['mod+shift+h', 'g w'])
    expect(keys(own, 'grid.reload')).toBeUndefined()
    expect(own.byKey('g 1').map((c) => c.id)).toEqual(['nav./wel/index'])
    expect(own.byKey('h').map((c) => c.id)).not.toContain('queue.hold')
  })

  it('ticked rows follow the single one, unless bound themselves', () => {
    const id = 'settlementOrder.audit.pass'
    expect(keys(bound({ [id]: ['p'] }), `${id}.batch`)).toEqual(['shift+p'])
    expect(keys(bound({ [id]: ['alt+p', 'd p'] }), `${id}.batch`)).toEqual(['alt+shift+p', 'd shift+p'])
    expect(keys(bound({ [id]: ['p'], [`${id}.batch`]: ['b'] }), `${id}.batch`)).toEqual(['b'])
    expect(keys(bound({ [id]: [] }), `${id}.batch`)).toBeUndefined()
    expect(batchKeys(['f2', 'shift+a'])).toEqual([])
    expect([singleOf('x.pass.batch'), singleOf('x.pass.batch.primary'), singleOf('x.batches')]).toEqual([
      'x.pass',
      'x.pass.primary',
      'x.batches',
    ])
  })

  it('a family is bound at once, and one of it apart', () => {
    const own = bound({ '*.a': ['p'], '*.add': ['mod+shift+a'], 'budgetOrder.audit.pass': ['a'] })
    expect(keys(own, 'settlementOrder.audit.pass')).toEqual(['p'])
    expect(keys(own, 'settlementOrder.audit.pass.batch')).toEqual(['shift+p'])
    expect(keys(own, 'entrustedInvoice.issue.primary')).toEqual(['p'])
    expect(keys(own, 'budgetOrder.audit.pass')).toEqual(['a'])
    expect(keys(own, 'quickReply.add')).toEqual(['mod+shift+a'])
    expect(keys(own, 'settlementOrder.audit.reject')).toEqual(['r'])
  })

  it('the way back and the palette keep their keys', () => {
    const own = bound({ 'palette.open': ['mod+p'], 'page.stepBack': [] })
    expect(keys(own, 'palette.open')).toEqual(['mod+k', 'mod+p'])
    expect(keys(own, 'page.stepBack')).toEqual(['escape'])
  })

  describe('that several commands have', () => {
    const pass = 'settlementOrder.audit.pass'
    const meaning = (own: ReturnType<typeof registry>, settlementStatus = 0) =>
      resolve(own.keys, press('a'), situation({ row: { settlementStatus } }))
    it('mean the one that the person bound', () => {
      const own = bound({ 'queue.hold': ['a'] })
      expect(meaning(own)).toMatchObject({ is: 'found', command: 'queue.hold' })
      expect(meaning(own, 2)).toMatchObject({ is: 'found', command: 'queue.hold' })
      expect(meaning(bound({ [pass]: ['h'] }))).toMatchObject({ is: 'none' })
      const held = resolve(bound({ [pass]: ['h'] }).keys, press('h'), situation())
      expect(held).toMatchObject({ is: 'found', command: pass })
    })
    it('mean nothing where a decision is among them and nothing tells which; both are named', () => {
      const both = bound({ 'queue.hold': ['a'], [pass]: ['a'] })
      expect(meaning(both)).toMatchObject({ is: 'none', why: 'shared', consume: true })
      const { candidates } = explanationOf(both.keys, press('a'), situation())
      const named = candidates.flatMap((c) => (c.why === 'shared' ? [c.command] : []))
      expect(named.sort()).toEqual(['queue.hold', pass].sort())
      const unbound = createRegistry(both.commands.map(({ ownKeys: _, ...c }) => c))
      expect(meaning(unbound)).toMatchObject({ is: 'none', why: 'shared' })
    })
    it('mean the first where none of them decides', () => {
      const own = bound({ 'queue.hold': ['u'], 'grid.reload': ['u'] })
      expect(resolve(own.keys, press('u'), situation()).is).toBe('found')
    })
  })

  it('keys that type are passed over where a command works in text fields, too', () => {
    const own = bound({ 'page.stepBack': ['a'], 'session.language': ['e'], 'palette.open': ['shift+p', 'mod+p'] })
    expect(keys(own, 'page.stepBack')).toEqual(keys(DECLARED, 'page.stepBack'))
    expect(keys(own, 'session.language')).toEqual(keys(DECLARED, 'session.language'))
    expect(keys(own, 'palette.open')).toEqual(['mod+k', 'mod+p'])
    expect(own.byKey('a').map((c) => c.id)).toEqual(DECLARED.byKey('a').map((c) => c.id))
  })

  it('keys nobody can read are passed over, unknown commands ignored', () => {
    const own = bound({ 'queue.hold': ['shift+?', 'x y z w', 'alt+h'], 'gone.command': ['q'] })
    expect(keys(own, 'queue.hold')).toEqual(['alt+h'])
    expect(own.byKey('q').map((c) => c.id)).toEqual(DECLARED.byKey('q').map((c) => c.id))
  })

  it('bind and take back', () => {
    const one = bind(DEFAULT_KEYMAP, 'queue.hold', ['b'])
    expect(one.bindings).toEqual({ 'queue.hold': ['b'] })
    expect(bind(one, 'queue.hold', null)).toEqual(DEFAULT_KEYMAP)
    expect(DEFAULT_KEYMAP.bindings).toEqual({})
  })
})

describe.each(PRESETS)('preset %s', (preset) => {
  it.each(roles.map((r) => r.alias))('%s: no key means two things in any context, prefixes included', (alias) => {
    for (const characters of [true, false]) {
      const own = buildRegistry(catalogueOf(alias), 'zh', { preset, characters, bindings: {} })
      expect(own.conflicts()).toEqual([])
    }
  })

  it('leaves nothing without keys that has some, and takes none of the browser’s', () => {
    const own = registry({ preset })
    // a decision that has the common key as its own needs none beside it
    const needed = (c: AnyCommand) => !c.id.endsWith('.primary')
    const lost = DECLARED.commands.filter((c) => c.keys && needed(c) && !own.get(c.id)?.keys).map((c) => c.id)
    expect(lost).toEqual([])
    const hard = own.commands
      .flatMap((c) => c.keys ?? [])
      .filter((k) => k.split(' ').some((s) => reserved(s) === 'hard'))
    expect(hard).toEqual([])
  })

  it('has no single character where these are switched off, in either language', () => {
    for (const language of ['zh', 'en'] as const) {
      const own = buildRegistry(admin(language), language, { preset, characters: false, bindings: {} })
      expect(own.commands.flatMap((c) => c.keys ?? []).filter(isCharacter)).toEqual([])
      expect(own.commands.filter((c) => c.keys).length).toBe(registry({ preset }).commands.filter((c) => c.keys).length)
    }
  })
})

describe('presets', () => {
  it('vim-like has the keys of vi', () => {
    const own = registry({ preset: 'vim' })
    expect(own.byKey('g g').map((c) => c.id)).toEqual(['grid.first'])
    expect(own.byKey('shift+g').map((c) => c.id)).toEqual(['grid.last'])
    expect(own.byKey('u').map((c) => c.id)).toEqual(['decision.takeBack'])
    expect(keys(own, 'grid.columnAfter')).toContain('l')
    expect(keys(own, 'palette.commands')?.[0]).toBe(':')
  })

  it('mouse first: no single character decides anything, whoever it is', () => {
    for (const { alias } of roles) {
      const own = buildRegistry(catalogueOf(alias), 'zh', { preset: 'mouse', characters: true, bindings: {} })
      const decides = own.commands.filter((c) => c.category === 'decision')
      expect(decides.flatMap((c) => c.keys ?? []).filter(isCharacter)).toEqual([])
    }
    expect(keys(registry({ preset: 'mouse' }), 'settlementOrder.audit.pass')).toEqual(['alt+a'])
    expect(keys(registry({ preset: 'mouse' }), 'grid.down')).toEqual(['j', 'arrowdown'])
  })

  it('every preset names commands that there are', () => {
    const own = registry({ preset: 'vim' })
    const changed = [...changedKeys(DECLARED.commands, own.commands)]
    for (const id of ['grid.first', 'grid.pageUp', 'tree.open', 'cards.above', 'record.trace', 'tabs.previous'])
      expect(changed).toContain(id)
  })
})

describe('single characters', () => {
  it.each([
    ['a', true],
    ['shift+a', true],
    ['?', true],
    ['7', true],
    ['plus', true],
    ['alt+a', false],
    ['g q', false],
    ['enter', false],
    ['arrowdown', false],
    ['f2', false],
  ])('%s: %s', (key, is) => expect(isCharacter(key)).toBe(is))

  it('off: decisions take Alt or a sequence, who has another key keeps that alone', () => {
    const own = registry({ characters: false })
    expect(keys(own, 'settlementOrder.audit.pass')).toEqual(['alt+a'])
    expect(keys(own, 'settlementOrder.audit.pass.batch')).toEqual(['alt+shift+a'])
    // Alt+S orders the list already
    expect(keys(own, 'budgetOrder.submit')).toEqual(['d s'])
    expect(keys(own, 'grid.down')).toEqual(['arrowdown'])
    expect(keys(own, 'grid.filter')).toEqual(['d /'])
  })
})

const command = (id: string, more: Partial<AnyCommand> = {}): AnyCommand => ({
  id,
  title: `<${id}>`,
  alias: id,
  category: 'help',
  icon: 'dot',
  when: always,
  selection: 'none',
  run: () => ({ is: 'done' }),
  ...more,
})

describe('conflicts before saving', () => {
  const here = is('screen', 'queue')
  const there = is('screen', 'table')
  const all = [
    command('tick', { keys: ['x'], when: here }),
    command('hold', { keys: ['h'], when: here }),
    command('peek', { keys: ['q'], when: there }),
    command('go', { keys: ['g h'] }),
  ]
  const after = (bindings: Keymap['bindings']) => {
    const made = withKeymap(all, { ...DEFAULT_KEYMAP, bindings })
    return clashesOf(made, changedKeys(all, made)).map((c) => [c.mine.title, c.other.title, c.keys, c.prefix])
  }

  it.each<[string, Keymap['bindings'], unknown[]]>([
    ['the same key in one place names both', { hold: ['x'] }, [['<hold>', '<tick>', 'x', false]]],
    ['the same key elsewhere is none', { hold: ['q'] }, []],
    ['a beginning of a sequence', { hold: ['g'] }, [['<hold>', '<go>', 'g h', true]]],
    ['a sequence that begins with a key', { hold: ['x y'] }, [['<hold>', '<tick>', 'x y', true]]],
    ['a second key counts', { hold: ['h', 'x'] }, [['<hold>', '<tick>', 'x', false]]],
    ['keys that change places', { hold: ['x'], tick: ['h'] }, []],
    ['keys given up are free', { hold: ['x'], tick: [] }, []],
  ])('%s', (_name, bindings, clashes) => {
    expect(after(bindings)).toEqual(clashes)
  })

  it('rows in states that exclude each other, and conditions of keys alone, are no conflict', () => {
    const rows = [command('a', { keys: ['a'], from: { s: 0 } }), command('b', { keys: ['b'], from: { s: 1 } })]
    const made = withKeymap(rows, { ...DEFAULT_KEYMAP, bindings: { b: ['a'] } })
    expect(clashesOf(made, changedKeys(rows, made))).toEqual([])
  })

  it('a decision of one letter against a common key is found in the real catalogue, by both titles', () => {
    const own = bound({ 'queue.hold': ['r'] })
    const named = namedClashes(clashesOf(own.commands, changedKeys(DECLARED.commands, own.commands)))
    expect(named.map((c) => c.mine.title)).toContain('搁置')
    expect(named.map((c) => c.other.title)).toContain('审核驳回')
    expect(named.length).toBeLessThan(20)
  })

  it('the others give up their keys: one by itself, a family as a whole', () => {
    const families = familiesOf(DECLARED.commands)
    const clashes = (map: Keymap) => {
      const made = buildRegistry(CATALOGUE, 'zh', map).commands
      return clashesOf(made, changedKeys(DECLARED.commands, made))
    }
    const tick = bind(DEFAULT_KEYMAP, 'queue.hold', ['x'])
    const one = withOthersFreed(tick, clashes(tick), families)
    expect(one.bindings).toEqual({ 'queue.hold': ['x'], 'grid.toggle': [] })
    expect(clashes(one)).toEqual([])
    const reject = bind(DEFAULT_KEYMAP, 'queue.hold', ['r'])
    const many = withOthersFreed(reject, clashes(reject), families)
    expect(many.bindings['*.r']).toEqual([])
    expect(clashes(many)).toEqual([])
  })
})

describe('keys that cannot be bound', () => {
  const plain = { id: 'queue.hold' }
  it.each<[string, string, object]>([
    ['mod+w', 'closes the tab', { is: 'reserved', stroke: 'mod+w' }],
    ['mod+t', 'opens a tab', { is: 'reserved', stroke: 'mod+t' }],
    ['mod+n', 'opens a window', { is: 'reserved', stroke: 'mod+n' }],
    ['f5', 'reloads', { is: 'reserved', stroke: 'f5' }],
    ['g tab', 'within a sequence, too', { is: 'reserved', stroke: 'tab' }],
    ['escape', 'always steps back', { is: 'reserved', stroke: 'escape' }],
    ['shift+?', 'cannot be read', { is: 'unreadable' }],
  ])('%s %s', (key, _why, problem) => {
    expect(problemOfKeys(plain, key, DEFAULT_KEYMAP)).toMatchObject(problem)
  })
  it('each has a reason of its own', () => {
    expect(['mod+w', 'mod+t', 'mod+n', 'f5', 'tab', 'mod+c', 'f12'].map(reservedFor)).toEqual([
      'close',
      'tab',
      'window',
      'reload',
      'focus',
      'clipboard',
      'other',
    ])
    expect(notToBind(['g', 'q'])).toBeUndefined()
  })
  it('what works in text fields needs a modifier', () => {
    const global = { id: 'session.language', global: true }
    for (const key of ['a', 'shift+a', '/', 'arrowdown', 'enter', 'g x'])
      expect(problemOfKeys(global, key, DEFAULT_KEYMAP)).toEqual({ is: 'types' })
    for (const key of ['alt+a', 'mod+e', 'f2']) expect(problemOfKeys(global, key, DEFAULT_KEYMAP)).toBeNull()
  })
  it('no single character where these are switched off', () => {
    const off = { characters: false }
    expect(problemOfKeys(plain, 'p', off)).toEqual({ is: 'character' })
    expect(problemOfKeys(plain, 'alt+p', off)).toBeNull()
    expect(problemOfKeys(plain, 'p', DEFAULT_KEYMAP)).toBeNull()
  })
})

describe('as JSON', () => {
  const own: Keymap = { preset: 'vim', characters: false, bindings: { 'queue.hold': ['b', 'g w'], '*.a': [] } }

  it('comes back as it was', () => {
    expect(readKeymap(printKeymap(own))).toEqual({ keymap: own, problems: [] })
    const binding = fc.array(fc.constantFrom('a', 'mod+b', 'g q', 'shift+enter', '?'), { maxLength: 3 })
    const preset = fc.constantFrom<PresetName>('default', 'vim', 'mouse')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), binding), preset, fc.boolean(), (bindings, name, characters) => {
        const map: Keymap = { preset: name, characters, bindings }
        const { keymap, problems } = readKeymap(printKeymap(map))
        expect(problems).toEqual([])
        expect(Object.entries(keymap.bindings).sort()).toEqual(Object.entries(bindings).sort())
      }),
    )
  })

  it('a text that is no JSON names the place', () => {
    const { keymap, problems } = readKeymap('{\n  "preset": "vim",\n}')
    expect(keymap).toEqual(DEFAULT_KEYMAP)
    expect(problems).toMatchObject([{ is: 'syntax', at: '3:1' }])
  })

  it.each<[string, unknown, object[]]>([
    ['a list', [1], [{ is: 'shape', at: '' }]],
    ['another preset', { preset: 'emacs' }, [{ is: 'preset', at: 'preset' }]],
    ['a word for the switch', { characters: 'no' }, [{ is: 'characters', at: 'characters' }]],
    ['bindings that are none', { bindings: 5 }, [{ is: 'shape', at: 'bindings' }]],
    ['keys that are no list', { bindings: { x: 'a' } }, [{ is: 'list', at: 'bindings.x' }]],
    ['a key that is none', { bindings: { x: ['b', 'hyper+a'] } }, [{ is: 'keys', at: 'bindings.x[1]' }]],
    ['a key that is no text', { bindings: { x: [5] } }, [{ is: 'keys', at: 'bindings.x[0]' }]],
    ['a key of the browser', { bindings: { x: ['mod+w'] } }, [{ is: 'reserved', at: 'bindings.x[0]', what: 'mod+w' }]],
    ['something else', { colour: 'red' }, [{ is: 'unknown', at: 'colour' }]],
  ])('%s is named', (_name, value, problems) => {
    expect(readKeymap(JSON.stringify(value)).problems).toMatchObject(problems)
  })

  it('keys that type are named where the command works in text fields, too', () => {
    const bindings = { 'page.stepBack': ['escape', 'a'], 'session.language': ['e'], 'queue.hold': ['a'] }
    const { keymap, problems } = readKeymap(
      JSON.stringify({ bindings }),
      new Set(['page.stepBack', 'session.language']),
    )
    expect(problems).toEqual([
      { at: 'bindings.page.stepBack[1]', is: 'types', what: 'a' },
      { at: 'bindings.session.language[0]', is: 'types', what: 'e' },
    ])
    expect(keymap.bindings).toEqual({ 'page.stepBack': ['escape'], 'queue.hold': ['a'] })
  })

  it('the rest is kept, and what is wholly wrong is not taken for “no keys”', () => {
    const text = JSON.stringify({ preset: 'vim', bindings: { x: ['b', 'hyper+a'], y: ['mod+w'], z: [] } })
    expect(readKeymap(text).keymap).toEqual({ preset: 'vim', characters: true, bindings: { x: ['b'], z: [] } })
  })
})
