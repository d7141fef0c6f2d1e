import { describe, expect, it } from 'vitest'
import { calls, editableIn, lifecycles, queues, resources, uneditable } from '../../../src/model/business.ts'
import { betrayed, contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { callProblems } from '../../../src/model/language/derived/addresses.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import { type Fields, idCard, integer, phone } from '../../../src/model/language/fields/field.ts'
import { auditFields, type Resource } from '../../../src/model/language/resource.ts'
import { buttonsOfResource, leaves, menus } from '../../../src/model/menus/menus.ts'
import { permissionsOf } from '../../../src/model/roles/grants.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { claimsOf } from '../../../src/model/values/routes.ts'

describe('the model', () => {
  it('contradicts itself nowhere', () => expect(contradictions()).toEqual([]))

  it('says no personal data by an order, a queue, a title or a forgotten mask', () => {
    const r = {
      id: 'settlementOrder',
      calls: [],
      title: ['', ''],
      name: 'phone',
      fields: {
        phone: phone('', '', { masked: true }),
        idCardNumber: idCard('', ''),
        settlementStatus: integer('', '', { masked: true }),
      },
      operations: [],
      list: { columns: [], search: [], sort: '+phone', sorts: ['phone'] },
      children: [{ resource: 'authenticationDoctor', by: 'idCardNumber' }],
    } as unknown as Resource
    expect(betrayed(r)).toEqual(
      expect.arrayContaining([
        'is named by the masked phone',
        'is sorted by the masked phone',
        'lists children by the masked idCardNumber',
        'queue view audit is made by the masked settlementStatus',
        'idCardNumber is personal data and not masked: masked: true',
      ]),
    )
  })

  it('says where a record with a lifecycle may be edited or deleted, and has one way to delete', () => {
    const base = resources.get('settlementOrder') as Resource
    const wrong = (more: Partial<Resource>) => uneditable({ ...base, ...more } as Resource)
    expect(wrong({})).toEqual([])
    expect(wrong({ operations: ['view', 'edit'] })).toEqual([
      'editable.edit must say in which states ({} = every state)',
    ])
    expect(wrong({ operations: ['view', 'edit'], editable: { edit: { settlementStatus: [0, 7] } as never } })).toEqual([
      'editable.edit: settlementStatus has no state 7',
    ])
    expect(wrong({ operations: ['view', 'delete'], editable: { delete: {} } })).toEqual([
      'a transition deletes: the operation delete would be a second way',
    ])
    expect(wrong({ editable: { edit: {} } })).toEqual(['editable.edit without the operation'])
    const fields = {
      ...base.fields,
      settlementStatus: { ...base.fields.settlementStatus, facts: { readOnly: 'edit' } },
    } as unknown as Fields
    expect(wrong({ fields })).toEqual(["settlementStatus is a status of its lifecycle and has to be readOnly 'always'"])
  })

  it('fails closed: what has a lifecycle and does not say so is editable nowhere, a variant of it neither', () => {
    const base = resources.get('settlementOrder') as Resource
    const twin = { ...base, id: 'x', variantOf: { resource: 'settlementOrder', where: {} } } as Resource
    for (const r of [base, twin]) expect([editableIn(r, 'edit'), editableIn(r, 'delete')]).toEqual([null, null])
    expect(editableIn({ ...base, editable: { edit: { settlementStatus: 1 } as never } }, 'edit')).toEqual({
      settlementStatus: 1,
    })
    const free = resources.get('quickReply') as Resource
    expect([editableIn(free, 'edit'), editableIn(free, 'delete')]).toEqual([{}, {}])
    expect(editableIn({ ...free, editable: { delete: { resultType: 1 } as never } }, 'delete')).toEqual({
      resultType: 1,
    })
  })

  it('lets personal data be granted by its name', () => {
    for (const r of resources.values())
      expect(buttonsOfResource(r, []).has(`${r.id}_unmask`), r.id).toBe(
        r.operations.includes('view') && Object.values(r.fields as Fields).some((f) => f.facts.masked),
      )
    expect(roles.filter((r) => permissionsOf(r).has('authenticationDoctor_unmask')).map((r) => r.alias)).toEqual([
      'administrator',
    ])
  })

  it('declares no field with the name of an audit column, and no two fields with the same column', () => {
    const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
    for (const r of resources.values()) {
      const names = Object.keys(r.fields)
      const columns = [...names, ...Object.keys(auditFields), 'id', 'tenantId'].map(snake)
      expect(
        columns.filter((c, i) => columns.indexOf(c) !== i && c !== 'version'),
        r.id,
      ).toEqual([])
    }
  })

  it('`shows` names a field of the same record', () => {
    for (const r of resources.values())
      for (const [name, f] of Object.entries(r.fields as Fields))
        if (f.facts.shows)
          expect(Object.keys({ ...r.fields, ...auditFields }), `${r.id}.${name}`).toContain(f.facts.shows)
  })

  it('serves no two resources or calls under one path', () => {
    const paths = [...resources.values()].flatMap((r) => r.calls)
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
    const named = calls.flatMap((c) => c.paths.map((p) => `${c.method} ${p}`))
    expect(named.filter((p, i) => named.indexOf(p) !== i)).toEqual([])
    const ids = calls.map((c) => c.id)
    expect(ids.filter((p, i) => ids.indexOf(p) !== i)).toEqual([])
  })

  it('says of every command that moves money by which parameter: it is summed up by person', () => {
    const moving = (calls as readonly AnyCall[]).filter((c) => c.command?.money)
    expect(moving.filter((c) => c.command?.amount === undefined).map((c) => c.id)).toEqual([])
    expect(moving.length).toBeGreaterThan(0)
  })

  it('guards every call: a permission, or openly open', () => {
    for (const c of calls) expect(Boolean(c.permission) !== Boolean(c.open), c.id).toBe(true)
    const { permission: _permission, open: _open, ...bare } = calls[0] as AnyCall
    expect(callProblems(bare as AnyCall, (id) => resources.get(id))).toContain(
      'has to say its permission, or whom it is open to',
    )
  })

  it('a transition asks for a permission that its resource shows as a button', () => {
    for (const l of lifecycles.values())
      for (const [id, t] of Object.entries(l.transitions)) {
        if (t.by === 'system') continue
        expect(t.permission, `${l.resource}.${id}`).toMatch(/^[A-Za-z]\w*_[A-Za-z][\w-]*$/)
      }
  })
})

describe('menus and roles', () => {
  it('each path once, below a top menu with an icon', () => {
    const paths = [...leaves()].map(({ leaf }) => leaf.path)
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
    for (const { top, group, leaf } of leaves())
      expect(top.icon && group.icon && leaf.icon && leaf.path.startsWith('/'), leaf.code).toBeTruthy()
  })

  it('a leaf of a resource leads to a list of it', () => {
    for (const { leaf } of leaves())
      if (leaf.resource)
        expect(
          claimsOf(resources.get(leaf.resource)?.routes)
            .filter((c) => c.screen === 'list')
            .map((c) => c.path),
          leaf.code,
        ).toContain(leaf.path)
  })

  it('a role names menus that exist', () => {
    const codes = new Set([...leaves()].map(({ leaf }) => leaf.code))
    const tops = new Set(menus.map((m) => `top:${m.code}`))
    const wrong: string[] = []
    for (const role of roles) {
      for (const m of role.menus) if (m !== '*' && !codes.has(m) && !tops.has(m)) wrong.push(`${role.alias}: menu ${m}`)
    }
    expect(wrong).toEqual([])
  })

  it('role ids and aliases are unique, and 39 is the employee (specification §6)', () => {
    expect(new Set(roles.map((r) => r.id)).size).toBe(roles.length)
    expect(new Set(roles.map((r) => r.alias)).size).toBe(roles.length)
    expect(roles.find((r) => r.id === '39')?.alias).toBe('employee')
  })

  it('every view of a queue is the work of some role besides the administrator', () => {
    for (const q of queues.values())
      for (const v of q.views)
        expect(
          roles.some((r) => r.alias !== 'administrator' && permissionsOf(r).has(v.permission)),
          `${q.code}.${v.code}`,
        ).toBe(true)
  })
})
