import { describe, expect, it } from 'vitest'
import { calls, resources, transitionsOf } from '../../../../src/model/business.ts'
import { choice } from '../../../../src/model/language/fields/field.ts'
import { type Resource, resource } from '../../../../src/model/language/resource.ts'
import { buttonsOfResource, leaves } from '../../../../src/model/menus/menus.ts'
import { permissionCodes, permissionsOf } from '../../../../src/model/roles/grants.ts'
import { roles } from '../../../../src/model/roles/roles.ts'
import { basicOf } from '../../../../src/server/auth/clients.ts'
import { menuRows } from '../../../../src/server/auth/menuRows.ts'
import { bearerOf, hashOf, newPair, newSalt, nextPair, tenantOf } from '../../../../src/server/auth/tokens.ts'
import { readings } from '../../../../src/server/core/text/pinyin.ts'
import { cut } from '../../../../src/server/domains/administration/access/catalogue.ts'
import { dictionaries } from '../../../../src/server/domains/administration/access/dictionaries.ts'
import { menusOfRole } from '../../../../src/server/domains/administration/access/install.ts'
import { domains } from '../../../../src/server/domains.ts'

describe('tokens', () => {
  it('name their tenant and nothing else', () => {
    const pair = newPair('000000')
    expect(tenantOf(pair.access)).toBe('000000')
    expect(pair.access).toHaveLength(50)
    expect(pair.access).not.toBe(pair.refresh)
    expect(hashOf(pair.access)).toHaveLength(32)
  })
  it.each([
    '',
    'x',
    '000000.short',
    `0'0.${'a'.repeat(43)}`,
    `1234567890123.${'a'.repeat(43)}`,
    `000000.${'a'.repeat(43)}.`,
  ])('%j is no token', (text) => expect(tenantOf(text)).toBeNull())
  it('follow from the old refresh token and the salt, and from both only', () => {
    const { refresh } = newPair('t1')
    const salt = newSalt()
    expect(nextPair(refresh, salt)).toEqual(nextPair(refresh, Buffer.from(salt)))
    expect(nextPair(refresh, newSalt())).not.toEqual(nextPair(refresh, salt))
    expect(nextPair(newPair('t1').refresh, salt)).not.toEqual(nextPair(refresh, salt))
    expect(tenantOf(nextPair(refresh, salt).access)).toBe('t1')
  })
  it.each([
    ['bearer abc', 'abc'],
    ['Bearer  abc ', 'abc'],
    ['BEARER abc', 'abc'],
    ['abc', null],
    ['crypto abc', null],
    ['bearer a b', null],
    [undefined, null],
  ])('header %j carries %j', (header, token) => expect(bearerOf(header)).toBe(token))
})

describe('client credentials', () => {
  const b64 = (s: string) => Buffer.from(s).toString('base64')
  it.each([
    [`Basic ${b64('saber:saber_secret')}`, { id: 'saber', secret: 'saber_secret' }],
    [`basic%20${b64('saber:a:b')}`, { id: 'saber', secret: 'a:b' }],
    [`Basic ${b64('saber')}`, null],
    [`Basic ${b64(':x')}`, null],
    ['Bearer x', null],
    [undefined, null],
  ])('%j', (header, found) => expect(basicOf(header)).toEqual(found))
})

describe('menu rows', () => {
  it('have unique codes and ids, and parents that exist', () => {
    expect(new Set(menuRows.map((r) => r.code)).size).toBe(menuRows.length)
    expect(new Set(menuRows.map((r) => r.id)).size).toBe(menuRows.length)
    for (const r of menuRows) {
      expect(r.id).toMatch(/^[1-9]\d{18}$/)
      expect(BigInt(r.id)).toBeLessThan(2n ** 63n)
      if (r.parent) expect(menuRows.some((p) => p.code === r.parent)).toBe(true)
    }
  })
  it('offer every permission of the model as a button that can be granted', () => {
    const buttons = new Set(menuRows.filter((r) => r.category === 2).map((r) => r.code))
    expect([...permissionCodes].filter((p) => !buttons.has(p))).toEqual([])
    for (const r of resources.values())
      for (const p of buttonsOfResource(r, Object.values(transitionsOf(r.id))).keys())
        expect(permissionCodes.has(p)).toBe(true)
    for (const c of calls) if (c.permission) expect(permissionCodes.has(c.permission)).toBe(true)
  })
  it('are told apart by their words under each menu, in both languages', () => {
    const alike: string[] = []
    for (const leaf of menuRows.filter((r) => r.level === 'leaf'))
      for (const at of [0, 1] as const) {
        const words = menuRows.filter((r) => r.parent === leaf.code).map((r) => r.title[at])
        for (const word of new Set(words))
          if (words.filter((w) => w === word).length > 1) alike.push(`${leaf.title[0]}: ${word}`)
      }
    expect(alike).toEqual([])
  })
  it('have the same id on every installation', () => {
    expect(menuRows.find((r) => r.code === 'settlementOrder_audit')?.id).toBe('3753704624438706906')
  })
})

describe('built-in roles', () => {
  const of = (alias: string) => {
    const role = roles.find((r) => r.alias === alias)
    if (!role) throw new Error(alias)
    return menusOfRole(role)
  }
  it('grant the administrator everything', () => expect(of('administrator')).toHaveLength(menuRows.length))
  it('never grant a leaf without what it hangs on', () => {
    for (const role of roles) {
      const codes = new Set(menusOfRole(role).map((m) => m.code))
      for (const m of menusOfRole(role))
        if (m.category === 1 && m.parent) expect(codes.has(m.parent), `${role.alias}: ${m.code}`).toBe(true)
    }
  })
  it('mean a leaf and a button by every name they use', () => {
    const known = new Set([...leaves()].flatMap(({ top, leaf }) => [leaf.code, `top:${top.code}`]))
    for (const role of roles) {
      for (const m of role.menus) if (m !== '*') expect(known.has(m), `${role.alias}: ${m}`).toBe(true)
      // a button below no leaf would vanish: a role is granted menu rows
      const granted = new Set(menusOfRole(role).map((m) => m.code))
      expect(
        [...permissionsOf(role)].filter((p) => !granted.has(p)),
        role.alias,
      ).toEqual([])
    }
  })
  it('let finance audit but not confirm, the company confirm but not audit', () => {
    const fin = new Set(of('finance').map((m) => m.code))
    const company = new Set(of('companyAdmin').map((m) => m.code))
    expect(fin.has('settlementOrder_audit')).toBe(true)
    expect(fin.has('settlementOrder_confim')).toBe(false)
    expect(company.has('settlementOrder_confim')).toBe(true)
    expect(company.has('settlementOrder_audit')).toBe(false)
  })
  it('let the auditor look and nothing else', () => {
    for (const m of of('auditor')) if (m.category === 2) expect(m.code).toMatch(/_(view|export)$/)
  })
})

describe('the catalogue', () => {
  const granted = (alias: string) => {
    const rows = menusOfRole(roles.find((r) => r.alias === alias) as (typeof roles)[number])
    return {
      menus: new Set(rows.filter((r) => r.category === 1).map((r) => r.code)),
      permissions: new Set(rows.filter((r) => r.category === 2).map((r) => r.code)),
    }
  }
  it('shows users their own queues only', () => {
    const views = (alias: string) =>
      cut(domains, granted(alias), 'zh').queues.flatMap((q) => q.views.map((v) => v.code))
    // of partners, the platform's unit, results, cycles, budgets, settlement orders, lines, service payments, invoices, prepayments, payouts, reconciliation,
    // ledgers, issues of points and cancellations
    expect(views('finance')).toEqual([
      'partner',
      'platformUnit',
      'recheck',
      'audit',
      'auditPoint',
      'confim',
      'confimRest',
      'audit',
      'audit',
      'toSettle',
      'auditPoint',
      'toSettlePoint',
      'apply',
      'again',
      'applyPoint',
      'submitReview',
      'audit',
      'frozen',
      'auditPoint',
      'frozenPoint',
      'submitReview',
      'suspense',
      'audit',
      'resolve',
      'check',
      'resolve',
      'audit',
      'review',
      'reviewPoint',
      'review',
      'audit',
    ])
    const reports = ['case', 'research', 'feedback', 'opinion', 'lectureReport', 'education']
    const accepted = [...reports, 'interpretation', 'creation']
    expect(views('companyAdmin')).toEqual([
      'recheck',
      ...accepted.map((code) => `${code}Accept`),
      'confirm',
      'confirmPoint',
      'confim',
      'confimPoint',
      'pay',
      'again',
      'recharge',
    ])
    expect(views('content')).toEqual(['audit', 'feedback'])
    expect(views('cashier')).toEqual([
      'taxes',
      'taxesAgain',
      'fees',
      'feesAgain',
      'feesPoint',
      'feesAgainPoint',
      'recharge',
      'handle',
      'approving',
      'ask',
      'failed',
      'again',
      'check',
    ])
  })
  it('cuts operations and transitions to what is held', () => {
    const order = cut(domains, granted('auditor'), 'zh').resources.find((r) => r.id === 'settlementOrder')
    expect(order?.operations).toEqual(['view', 'export'])
    expect(order?.decisions).toEqual([])
    expect(cut(domains, granted('content'), 'zh').resources.some((r) => r.id === 'settlementOrder')).toBe(false)
  })
  it('promises to take back only what this person may, by what is open', () => {
    for (const role of roles) {
      const all = granted(role.alias)
      for (const without of ['', 'settlementOrder_audit']) {
        const permissions = new Set([...all.permissions].filter((p) => p !== without))
        for (const r of cut(domains, { ...all, permissions }, 'zh').resources)
          for (const d of r.decisions)
            if (d.undo) expect(r.decisions.find((x) => x.id === d.undo)).toMatchObject({ closed: '' })
      }
    }
    const order = cut(domains, granted('finance'), 'zh').resources.find((r) => r.id === 'settlementOrder')
    expect(order?.decisions.find((d) => d.id === 'toSettle')?.undo).toBe('')
  })
  it('finds 结算单审核 by jsdsh', () => {
    const view = cut(domains, granted('finance'), 'zh')
      .queues.flatMap((q) => q.views)
      .find((v) => v.resource === 'settlementOrder')
    expect(
      view?.pinyin[0]
        ?.split(' ')
        .map((s) => s[0])
        .join(''),
    ).toBe('jsdsh')
  })
  it('has both languages, the other one as alias', () => {
    const zh = cut(domains, granted('finance'), 'zh')
    const en = cut(domains, granted('finance'), 'en')
    expect(zh.topMenus.map((m) => m.title)).toEqual(en.topMenus.map((m) => m.alias))
    expect(en.topMenus.map((m) => m.pinyin)).toEqual(zh.topMenus.map((m) => m.pinyin))
    expect(JSON.stringify(cut(domains, granted('finance'), 'en').resources.map((r) => r.title))).not.toMatch(
      /\p{Script=Han}/u,
    )
  })
  it('says why a closed transition cannot be used, and what must be asked', () => {
    const order = cut(domains, granted('finance'), 'zh').resources.find((r) => r.id === 'settlementOrder')
    const of = (id: string) => order?.decisions.find((t) => t.id === id)
    const sms = cut(domains, granted('administrator'), 'zh').resources.find((r) => r.id === 'sms')
    expect(sms?.decisions.find((t) => t.id === 'enable')?.closed).toBe('由服务器配置决定')
    expect(of('push')?.closed ?? '').toBe('')
    expect(of('audit.reject')).toMatchObject({
      asks: true,
      mustAsk: true,
      method: 'POST',
      path: 'blade-svc/settlementOrder/audit',
      match: { status: 2 },
    })
    expect(of('audit.pass')).toMatchObject({
      asks: true,
      mustAsk: false,
      select: 'many',
      undo: 'recall.audit',
      key: 'a',
    })
  })
})

describe('pinyin', () => {
  it.each([
    ['结算单审核', 'jie suan dan shen he'],
    ['调账', 'tiao zhang'],
    ['长款', 'chang kuan'],
    ['重新提交', 'chong xin ti jiao'],
    ['税目税率', 'shui mu shui lv'],
    ['开户行', 'kai hu hang'],
    ['R税 abc 12', 'r shui abc 12'],
  ])('%s reads %s', (text, reading) => expect(readings(text)[0]).toBe(reading))
  it('offers the other reading too, and never many', () => {
    expect(readings('重新')).toEqual(['chong xin', 'zhong xin'])
    expect(readings('重重重重重行行行长').length).toBeLessThanOrEqual(4)
  })
})

describe('dictionaries', () => {
  const all = dictionaries()

  it('are not called the same word twice', () => {
    const titles = all.map((d) => d.title[0])
    expect(titles).toContain('岗位类型')
    expect(titles.filter((title) => /(..+)\1/.test(title))).toEqual([])
  })
  it('have a code each, and entries in order', () => {
    expect(new Set(all.map((d) => d.code)).size).toBe(all.length)
    expect(new Set(all.map((d) => d.title[0])).size).toBe(all.length)
    expect(all.find((d) => d.code === 'settlement_status')?.entries[0]).toEqual({
      key: '0',
      words: ['待审核', 'Pending review'],
    })
  })
  it('are prefixed by the resource where one name means several things', () => {
    const family = (id: string, words: Record<number, [string, string]>): Resource =>
      resource(id, {
        calls: [],
        title: [id, id],
        name: 'status',
        fields: { status: choice('状态', 'Status', words) },
        operations: [],
        list: { columns: [], search: [], sort: 'status' },
        owner: 'platform',
      }) as unknown as Resource
    const codes = (...of: Resource[]) => dictionaries(of).map((d) => d.code)
    const [a, b] = [{ 0: ['开', 'On'] }, { 0: ['关', 'Off'] }] as [
      Record<number, [string, string]>,
      Record<number, [string, string]>,
    ]
    expect(codes(family('oneOrder', a), family('twoOrder', a))).toEqual([
      'status',
      'quick_reply_module',
      'sensitive_words',
    ])
    expect(codes(family('oneOrder', a), family('twoOrder', b))).toEqual([
      'one_order_status',
      'two_order_status',
      'quick_reply_module',
      'sensitive_words',
    ])
  })
  it('offer the modules of quick replies', () => {
    const keys = all.find((d) => d.code === 'quick_reply_module')?.entries.map((e) => e.key) ?? []
    expect(keys[0]).toBe('public')
    expect(keys).toEqual(expect.arrayContaining(['settlementOrder', 'customerCertificationRecord', 'meeting']))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
