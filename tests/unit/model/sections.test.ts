import { describe, expect, it } from 'vitest'
import { domainPanels } from '../../../src/console/domains/domains.ts'
import { recordPanels } from '../../../src/console/record/panels.ts'
import { addUp } from '../../../src/console/record/parts/sums.ts'
import { calls, resources } from '../../../src/model/business.ts'
import { sectionProblems } from '../../../src/model/contradictions/sectionProblems.ts'
import { downloadsOf } from '../../../src/model/language/domain/call.ts'
import { choice, file, html as htmlField, image, money, ref, text } from '../../../src/model/language/fields/field.ts'
import { type Form, formProblems, isShownIn, part } from '../../../src/model/language/form.ts'
import { type Resource, resource } from '../../../src/model/language/resource.ts'
import {
  children,
  compare,
  facts,
  files,
  history,
  html,
  panel,
  pictures,
  related,
  type Section,
  sectionsOf,
  steps,
  sums,
} from '../../../src/model/language/section.ts'

const stage = resource('stage', {
  calls: ['x/stage'],
  title: ['节点', 'Stages'],
  name: 'what',
  fields: {
    paperId: ref('paper', '单据', 'Paper', {}),
    what: text('节点', 'Stage', {}),
    cost: money('费用', 'Cost', {}),
  },
  operations: ['view'],
  list: { columns: ['what'], search: ['what'], sort: 'createTime', filters: ['paperId'] },
  owner: 'open',
})
const paper = resource('paper', {
  calls: ['x/paper'],
  title: ['单据', 'Papers'],
  name: 'code',
  fields: {
    code: text('编号', 'No', {}),
    state: choice('状态', 'State', { 0: ['新', 'New'] }, {}),
    gross: money('税前', 'Gross', {}),
    tax: money('税', 'Tax', {}),
    net: money('税后', 'Net', {}),
    asked: text('申请', 'Asked', {}),
    found: text('核实', 'Found', {}),
    scan: file('扫描件', 'Scan', {}),
    photo: image('照片', 'Photo', {}),
    body: htmlField('正文', 'Body', {}),
  },
  operations: ['view'],
  list: { columns: ['code'], search: ['code'], sort: 'createTime' },
  owner: 'open',
  children: [{ resource: 'stage', by: 'paperId' }],
})
const find = (id: string): Resource | undefined => (id === 'stage' ? (stage as unknown as Resource) : undefined)
const problems = (...sections: Section[]) => sectionProblems({ ...(paper as unknown as Resource), sections }, find)
const heads = [
  ['申请', 'Asked'],
  ['核实', 'Found'],
] as const

describe('sections of a resource', () => {
  it('of every kind are right where they have something to show', () => {
    expect(
      problems(
        facts(['code', 'createTime']),
        children('stage'),
        files(['scan', 'photo']),
        html('body', ['正文', 'Body']),
        compare(heads, [['asked', 'found']]),
        sums(['gross', '-tax', '=net']),
        steps('stage', { label: 'what', value: 'cost' }),
        history(),
        related(),
      ),
    ).toEqual([])
  })

  it.each([
    [facts(['nothing']), 'section facts: no field nothing'],
    [facts({ first: ['nothing'] }), 'section facts: no field nothing'],
    [facts({ without: ['nothing'] }), 'section facts: no field nothing'],
    [facts({ without: ['createTime'] }), 'section facts: leaves out createTime, which it would not show'],
    [children('paper'), 'section paper: paper is no child'],
    [files([]), 'section files: names no field'],
    [files(['code']), 'section files: code is text, not file or image'],
    [html('scan', ['正文', 'Body']), 'section scan: scan is file, not html'],
    [compare(heads, []), 'section compare: names no pair'],
    [compare(heads, [['asked', 'gross']]), 'section compare: asked and gross are of different kinds'],
    [compare(heads, [['asked', 'no']]), 'section compare: no field no'],
    [sums(['-tax', '=net']), 'section sum: begins with no amount'],
    [sums(['gross', '-tax']), 'section sum: comes to nothing: its last line must be ='],
    [sums(['gross', '-code', '=net']), 'section sum: code is text, which cannot be added up'],
    [pictures('paper', { picture: 'scan', by: 'state' }), 'section paper: paper is no child'],
    [pictures('stage', { picture: 'what', by: 'no' }), 'section stage: no field stage.no'],
    [pictures('stage', { picture: 'what', by: 'no' }), 'section stage: what is text, not file or image'],
    [pictures('stage', { picture: 'what', by: 'cost' }), 'section stage: cost is money, not choice'],
    [steps('paper', { label: 'code', value: 'gross' }), 'section steps.paper: paper is no child'],
    [steps('stage', { label: 'what', value: 'no' }), 'section steps.stage: no field stage.no'],
    [panel('card', ['卡', 'Card'], 'nothing'), 'section card: shows nothing, which there is not'],
  ])('%o is refused', (section, said) => expect(problems(section)).toContain(said))

  it('of facts have the fields that no other section shows, in their order but for what they say', () => {
    const sections = [
      facts({ first: ['state'], without: ['gross'], last: ['createTime', 'code'] }),
      facts(['tax'], ['税', 'Tax'], 'taxes'),
      compare(heads, [['asked', 'found']]),
      files(['scan']),
      html('body', ['正文', 'Body']),
    ]
    const of = { ...(paper as unknown as Resource), sections }
    const shown = (r: Resource) => sectionsOf(r).flatMap((s) => (s.kind === 'facts' ? [s.fields] : []))
    expect(shown(of)).toEqual([['state', 'net', 'photo', 'createTime', 'code'], ['tax']])
    // another resource with the same sections has fields of its own
    const { photo: _, ...fields } = of.fields
    expect(shown({ ...of, fields })).toEqual([['state', 'net', 'createTime', 'code'], ['tax']])
  })

  it('have a tab each, and are related to something', () => {
    expect(problems(facts(), facts())).toContain('has two sections facts')
    expect(problems()).toEqual(['has no section: a record would show nothing'])
    const alone = { ...(paper as unknown as Resource), children: [], sections: [related()] }
    expect(sectionProblems(alone, find)).toEqual(['section related: is related to nothing'])
  })

  it('offer the files that are made of a record', () => {
    const made = [...new Set(calls.flatMap((c) => (c.on && downloadsOf([c], c.on.id).length > 0 ? [c.on.id] : [])))]
    expect(made).not.toEqual([])
    for (const id of made) {
      const of = sectionsOf(resources.get(id) as Resource)
      expect(
        of.some((s) => s.kind === 'panel' && s.panel === 'downloads'),
        id,
      ).toBe(true)
    }
  })

  it('name panels that the console has', () => {
    const panels = { ...recordPanels, ...domainPanels }
    const unknown = (all: Iterable<Resource>) =>
      [...all].flatMap((r) =>
        sectionsOf(r).flatMap((s) =>
          s.kind === 'panel' && !Object.hasOwn(panels, s.panel) ? [`${r.id}: ${s.panel}`] : [],
        ),
      )
    expect(unknown(resources.values()), 'name them in index.ts of their domain in src/console/domains').toEqual([])
    expect(unknown([{ ...(paper as unknown as Resource), sections: [panel('nothing', ['图', 'Picture'])] }])).toEqual([
      'paper: nothing',
    ])
  })
})

describe('a sum', () => {
  const { lines } = sums(['gross', '-tax', '=net', 'gross', '+tax', '=net'])
  const off = (row: object) => addUp(lines, row as Record<string, unknown>).map((l) => l.off)
  it.each([
    ['adds up to the fen', { gross: '0.30', tax: '0.10', net: '0.20' }, ['', '', '', '', '', '-0.20']],
    ['says by how much it misses', { gross: '100.00', tax: '10.00', net: '90.01' }, ['', '', '0.01', '', '', '-19.99']],
    ['is not judged while an amount is not known', { gross: '100.00', net: '1.00' }, ['', '', '', '', '', '']],
    ['nor by what is masked', { gross: '***', tax: '1.00', net: '1.00' }, ['', '', '', '', '', '']],
  ])('%s', (_, row, expected) => expect(off(row)).toEqual(expected))
})

describe('a form', () => {
  const wrong = (form: Form) => formProblems({ ...(stage as unknown as Resource), form })
  const title = ['内容', 'What'] as const

  it('asks for everything that is written once, and for nothing else', () => {
    expect(wrong({ parts: [part(title, ['paperId', 'what', 'cost'])] })).toEqual([])
    expect(wrong({ parts: [part(title, ['what', 'what', 'nosuch'])], where: { cost: { other: 1 } } })).toEqual([
      'form leaves out paperId',
      'form leaves out cost',
      'form asks for nosuch, which is not written',
      'form asks for what twice',
      'form asks by other, which is no field',
    ])
  })

  it('asks a field only where the others have the values it depends on', () => {
    const form: Form = { parts: [], where: { cost: { what: 2 } } }
    expect([isShownIn(form, 'cost', { what: '2' }), isShownIn(form, 'cost', { what: '' })]).toEqual([true, false])
    expect([isShownIn(form, 'what', {}), isShownIn(undefined, 'cost', {})]).toEqual([true, true])
  })
})
