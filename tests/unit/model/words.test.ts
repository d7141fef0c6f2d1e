import { describe, expect, it } from 'vitest'
import { calls, lifecycles, queues, resourceOf, resources } from '../../../src/model/business.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import type { Field, Fields } from '../../../src/model/language/fields/field.ts'
import { isChoice, text } from '../../../src/model/language/fields/field.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import { auditFields, type Resource } from '../../../src/model/language/resource.ts'
import { buttonsOfResource, leaves, menus } from '../../../src/model/menus/menus.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { roundsCalls } from '../../../src/model/roundsCalls.ts'
import { inSentence, type Label, one } from '../../../src/model/values/label.ts'

type Said = readonly [where: string, text: Label]

function* ofField(where: string, f: Field): Generator<Said> {
  yield [where, f.label]
  if (f.facts.short) yield [`${where}.short`, f.facts.short]
  if (f.facts.help) yield [`${where}.help`, f.facts.help]
  if (f.facts.holds) yield* ofFields(`${where}.holds`, f.facts.holds)
  if (f.facts.required)
    yield [`${where}.required`, [f.facts.required, f.facts.requiredEn ?? `${f.label[1]} is required`]]
  if (isChoice(f)) for (const [value, [zh, en]] of Object.entries(f.values)) yield [`${where}=${value}`, [zh, en]]
}
function* ofFields(where: string, fields: Fields | undefined): Generator<Said> {
  for (const [name, f] of Object.entries(fields ?? {})) yield* ofField(`${where}.${name}`, f)
}

function* ofResource(r: Resource): Generator<Said> {
  yield [r.id, r.title]
  if (r.about) yield [`${r.id}.about`, r.about]
  for (const s of r.sections ?? []) if (s.title) yield [`${r.id}.sections.${s.code}`, s.title]
  for (const f of r.flags ?? []) yield [`${r.id}.flag`, f.label]
  yield* ofFields(r.id, r.fields)
  const transitions = Object.values(lifecycles.get(r.id)?.transitions ?? {}) as Transition[]
  for (const [code, text] of buttonsOfResource(r, transitions)) yield [code, text]
}

/** Every text of the model, with its place. */
function* everything(): Generator<Said> {
  yield* ofFields('audit', auditFields)
  for (const r of resources.values()) yield* ofResource(r)
  for (const l of lifecycles.values()) {
    for (const [id, t] of Object.entries(l.transitions)) {
      yield [`${l.resource}.${id}`, t.label]
      if (t.closed) yield [`${l.resource}.${id}.closed`, t.closed]
      yield* ofFields(`${l.resource}.${id}`, t.ask)
    }
  }
  for (const c of [...calls, ...Object.values<AnyCall>(roundsCalls)]) {
    yield [c.id, c.title]
    yield* ofFields(c.id, c.query)
    yield* ofFields(c.id, c.body)
  }
  for (const q of queues.values()) {
    yield [q.code, q.title]
    for (const v of q.views) yield [`${q.code}.${v.code}`, v.title]
  }
  for (const top of menus) {
    yield [top.code, top.title]
    for (const g of top.groups) yield [g.code, g.title]
  }
  for (const { leaf } of leaves()) {
    yield [leaf.code, leaf.title]
    for (const [code, text] of Object.entries(leaf.buttons ?? {})) yield [code, text]
  }
  for (const r of roles) yield [r.alias, r.title]
}

const said = [...everything()]
const chinese = /\p{Script=Han}/u

describe('both languages', () => {
  it('there is something to look at', () => expect(said.length).toBeGreaterThan(500))

  it('every text is Chinese in Chinese and has no Chinese in English', () => {
    const wrong = (all: readonly Said[]) =>
      all.filter(
        ([, [zh, en]]) =>
          !chinese.test(zh) || !/[A-Za-z]/.test(en) || chinese.test(en) || zh.trim() !== zh || en.trim() !== en,
      )
    expect(wrong(said)).toEqual([])
    // a family without labels
    const mute = {
      ...resourceOf('quickReply'),
      id: 'mute',
      title: ['', ''] as const,
      fields: { code: text('', '') },
    } as unknown as Resource
    expect(wrong([...ofResource(mute)]).map(([where]) => where)).toEqual(expect.arrayContaining(['mute', 'mute.code']))
  })

  it('values of one choice are told apart in both languages', () => {
    const wrong: string[] = []
    for (const r of resources.values()) {
      for (const [name, f] of Object.entries(r.fields as Fields)) {
        if (!isChoice(f)) continue
        for (const language of [0, 1] as const) {
          const words = Object.values(f.values).map((v) => v[language])
          if (new Set(words).size !== words.length) wrong.push(`${r.id}.${name}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('columns of one list are told apart in both languages', () => {
    const wrong: string[] = []
    for (const r of resources.values()) {
      for (const language of [0, 1] as const) {
        const titles = r.list.columns.map(
          (c: string) => (r.fields as Fields)[c]?.label[language] ?? (auditFields as Fields)[c]?.label[language],
        )
        if (new Set(titles).size !== titles.length) wrong.push(`${r.id}: ${titles.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('fields of one family that are told apart in Chinese are so in English', () => {
    const wrong: string[] = []
    for (const r of resources.values()) {
      const fields = Object.entries(r.fields as Fields)
      for (const [i, [a, f]] of fields.entries())
        for (const [b, g] of fields.slice(i + 1)) {
          // a record and what it is called are one
          const one = f.facts.shows === b || g.facts.shows === a
          if (f.label[1] === g.label[1] && f.label[0] !== g.label[0] && !one) wrong.push(`${r.id}: ${a}, ${b}`)
        }
    }
    expect(wrong).toEqual([])
  })
})

describe('one record of a family', () => {
  /** Titles with equal singular and plural. */
  const COLLECTIVE = new Set([
    ...[
      'Content',
      'Lecture content',
      'Leave',
      'Clinical research',
      'Demo clinical research',
      'Medication feedback',
      'Code generation',
    ],
    ...[
      'Demo medication feedback',
      'Professional review',
      'Demo professional review',
      'Knowledge creation',
      'Feedback',
    ],
    ...[
      'Meeting agenda',
      'Meeting evidence',
      'Doctor library',
      'Doctor name-phone list',
      'Doctor–project',
      'Reconciliation',
    ],
  ])

  it.each(
    [...resources.values()]
      .filter((r) => r.operations.some((o) => ['add', 'edit', 'delete'].includes(o)))
      .map((r) => r.title),
  )('of %s is %s without a plural', (zh, en) => {
    expect(one(zh)).toBe(zh)
    if (COLLECTIVE.has(en)) expect(one(en)).toBe(en)
    else {
      expect(one(en)).not.toBe(en)
      expect(one(one(en))).toBe(one(en))
    }
  })

  it.each([
    ['Tax items and rates', 'tax item and rate'],
    ['Company departments', 'company department'],
    ['Business dictionaries', 'business dictionary'],
    ['Columns of a model', 'column of a model'],
    ['SMS settings', 'SMS setting'],
    ['Processes', 'process'],
  ])('of %s is %s in a sentence', (title, said) => expect(inSentence(one(title))).toBe(said))
})
