import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { tidy } from '../../../src/model/language/derived/validate.ts'
import { date, type Field, type Fields, lengthOf, money, text } from '../../../src/model/language/fields/field.ts'
import { nothingOf } from '../../../src/model/language/fields/kinds.ts'
import { isSealed } from '../../../src/model/language/fields/secrets.ts'
import { auditFields, resource } from '../../../src/model/language/resource.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { decrypt, encrypt, formsOf } from '../../../src/server/core/secrets/fieldCipher.ts'
import { keysOf, parseKeys, setKeys } from '../../../src/server/core/settings/secrets.ts'
import { columnsFrom, rowFrom, toWire } from '../../../src/server/database/codec.ts'
import { admitKeys } from '../../../src/server/database/keys/admit.ts'
import { refuseOtherKeys, startHeartbeat } from '../../../src/server/database/keys/instances.ts'
import { insertRecords, loadRecords, updateRecords, type Values } from '../../../src/server/database/records.ts'
import { tableStatements } from '../../../src/server/database/schema/ddl.ts'
import { sqlState } from '../../../src/server/database/values.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { detailQuery } from '../../../src/server/lists/sql/query.ts'
import { MemoryStore } from '../../../src/server/writing/memory/memoryStore.ts'
import { PinnedSource } from '../../../src/server/writing/memory/pinnedSource.ts'
import { same } from '../../../src/server/writing/save/compare.ts'
import type { Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Sample, samples } from '../../kinds.ts'
import { testDomains } from '../../server/domains.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

/** A table with a field of every kind, one that is never null, and a column that the database computes. */
const fields = {
  ...Object.fromEntries(Object.entries(samples).map(([kind, s]) => [`${kind}Value`, s.field])),
  fee: money('费', 'Fee', { readOnly: 'always', initial: '0.00' }),
  note: text('注', 'Note', { initial: '无' }),
  firstDay: date('首日', 'First day'),
  lastDay: date('末日', 'Last day', { notBefore: 'firstDay' }),
} as Fields
const every = resource('kindSample', {
  calls: ['blade-test/kindSample'],
  title: ['样本', 'Samples'],
  fields,
  name: 'note',
  operations: ['view'],
  owner: 'open',
  list: { columns: ['note'], search: [], sort: 'createTime' },
})

let db: Database
const tenantId = newTenantId()
/** Kinds that come back as they went. */
const open = Object.entries<Sample>(samples).filter(([, s]) => !s.oneWay)
const names = open.map(([kind]) => `${kind}Value`)
const anyValues = fc.record(
  Object.fromEntries(open.map(([kind, s]) => [`${kind}Value`, fc.option(s.any as fc.Arbitrary<unknown>)])),
)

beforeAll(async () => {
  db = await testDatabase()
  await db.owner(async (tx) => {
    for (const statement of tableStatements(every, business.tables)) await tx.query(statement)
    await tx.query('alter table "kind_sample" add column "doubled" numeric(24,2) generated always as (fee * 2) stored')
  })
})
afterAll(() => db?.owner((tx) => tx.query('drop table if exists "kind_sample"')))

const inTenant = <T>(fn: (tx: Parameters<Parameters<Database['transaction']>[1]>[0]) => Promise<T>): Promise<T> =>
  db.transaction({ tenantId }, fn)

describe('a value of every kind', () => {
  it('comes back from the database as it went, and is on the wire what the kernel says', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyValues, { minLength: 1, maxLength: 8 }), async (list) => {
        const records = list.map((values): Values => ({ ...values, id: newId() }))
        const made = await inTenant((tx) => insertRecords(tx, every, records))
        expect(made.map((row) => row.id)).toEqual(records.map((r) => r.id))
        const inMemory = memory().table(every).insert(every, records)
        for (const [n, row] of made.entries()) {
          const sent = records[n] as Values
          const only = (of: Row | undefined) => Object.fromEntries(names.map((name) => [name, of?.[name]]))
          expect(JSON.stringify(only(inMemory[n]))).toBe(JSON.stringify(only(row)))
          expect(Object.fromEntries(names.map((name) => [name, row[name]]))).toEqual(
            Object.fromEntries(names.map((name) => [name, sent[name] ?? null])),
          )
          // what a list reads and what a transaction holds are the same record on the wire
          const [found] = await db.scoped<Record<string, unknown>>(
            { tenantId },
            detailQuery(every, { tenantId, domains: business }, row.id),
          )
          const wire = toWire(every, found as Record<string, unknown>)
          expect(toWire(every, row)).toEqual(wire)
          for (const name of names) expect(wire[name], name).toEqual(sent[name] ?? nothingOf(fields[name] as never))
          // a form sends the wire's values back: nothing changes
          const back = Object.fromEntries(names.map((name) => [name, tidy(fields[name] as never, wire[name])]))
          const again = (await inTenant((tx) => updateRecords(tx, every, [{ ...back, id: row.id }], null))).get(row.id)
          const kept = {
            ...row,
            ...(Object.keys((row.jsonValue ?? {}) as object).length === 0 ? { jsonValue: again?.jsonValue } : {}),
          }
          expect(again).toEqual(kept)
        }
      }),
      { numRuns: 25 },
    ))

  it('is read from the driver and from code', () =>
    fc.assert(
      fc.property(anyValues, (values) => {
        const row = rowFrom(every, { id: '1', tenantId: 't', ...values })
        expect(rowFrom(every, row)).toEqual(row)
      }),
    ))

  it('has its audit columns too', async () => {
    const [row] = await inTenant((tx) =>
      insertRecords(tx, every, [{ id: newId(), createUser: '7', createTime: '2024-06-15 08:00:00' }]),
    )
    expect(row).toMatchObject({
      createUser: '7',
      createTime: '2024-06-15 08:00:00',
      isDeleted: 0,
      version: 0,
      updateUser: null,
      tenantId,
    })
    for (const name of Object.keys(auditFields)) expect(row).toHaveProperty(name)
  })
})

/** A store of the same tenant in memory. */
const memory = () => new MemoryStore(tenantId, new PinnedSource('2024-06-15 08:00:00'), testDomains)

describe('memory keeps what the database keeps, and refuses what it refuses', () => {
  const long = (field: Field, more: string) => '长'.repeat(lengthOf(field) ?? 0) + more
  const told = async (name: string, rows: () => Promise<Row[]> | Row[]) => {
    try {
      const [row] = await rows()
      return JSON.stringify(row?.[name])
    } catch (e) {
      return sqlState(e) ?? String(e)
    }
  }
  /** The same record in both. */
  const both = async (name: string, record: Values) => [
    await told(name, () => inTenant((tx) => insertRecords(tx, every, [record]))),
    await told(name, () => memory().table(every).insert(every, [record])),
  ]
  it.each<readonly [field: string, value: unknown]>([
    ...['1.005', '-0.004', '.5', '7.', '0', '1e3', '12.5E-3', '.5e1', 'x', '12345678901234567.00', 3].map(
      (v) => ['moneyValue', v] as const,
    ),
    ...['0.0000005', '99.9999995', '1', '100', '-1'].map((v) => ['rateValue', v] as const),
    ...[' 8 ', '-7', '2147483647', '2147483648', '1.5', 'x', true].map((v) => ['integerValue', v] as const),
    ...['32768', '-32768', 1].map((v) => ['flagValue', v] as const),
    ...['0007', '9223372036854775807', '9223372036854775808', 'x'].map((v) => ['refValue', v] as const),
    ...['2024-06-15', '2024-06-15 10:00:00', '0001-01-01'].map((v) => ['dateValue', v] as const),
    ...['2024-06-15', '2024-06-15 10:00:00', '1900-01-01 00:00:00'].map((v) => ['datetimeValue', v] as const),
    ...['', '  ', 5].map((v) => ['textValue', v] as const),
    ['textValue', long(fields.textValue as Field, '  ')],
    ['textValue', long(fields.textValue as Field, '长')],
    ['jsonValue', { bb: 1, a: { z: [1, { y: 2, x: null }] }, 中: undefined, c: 'é' }],
    ['pointsValue', -1],
    ['fee', '-0.01'],
    ['fee', null],
    ['note', null],
  ])('%s: %j', async (name, value) => {
    const [kept, inMemory] = await both(name, { id: newId(), [name]: value })
    expect(inMemory).toBe(kept)
  })

  it.each([
    ['2024-06-15', '2024-06-14', '23514'],
    ['2024-06-15', '2024-06-15', '"2024-06-15"'],
    ['2024-06-15', null, 'null'],
    [null, '2024-06-14', '"2024-06-14"'],
  ])('from %s until %s: %s', async (firstDay, lastDay, said) => {
    expect(await both('lastDay', { id: newId(), firstDay, lastDay })).toEqual([said, said])
  })
})

describe('what is written', () => {
  const add = (values: Readonly<Record<string, unknown>> = {}) =>
    inTenant(async (tx) => (await insertRecords(tx, every, [{ ...values, id: newId() }]))[0])

  it('is each record by its own values, whatever the others have', async () => {
    const ids = Array.from({ length: 6 }, newId)
    const rows = await inTenant((tx) =>
      insertRecords(
        tx,
        every,
        ids.map((id, n) =>
          n % 2 ? { id, moneyValue: `${n}.00`, note: `n${n}` } : { note: `n${n}`, id, integerValue: n },
        ),
      ),
    )
    expect(rows.map((r) => r.id)).toEqual(ids)
    expect(rows.map((r) => [r.moneyValue, r.integerValue, r.note])).toEqual(
      ids.map((_, n) => [n % 2 ? `${n}.00` : null, n % 2 ? null : n, `n${n}`]),
    )
    const changed = await inTenant((tx) =>
      updateRecords(
        tx,
        every,
        ids.map((id, n) => (n % 2 ? { id, note: `c${n}` } : { id, moneyValue: '9.00', dateValue: '2024-01-01' })),
        { userId: '5', at: new Date('2024-06-15T00:00:00Z') },
      ),
    )
    expect(
      ids
        .map((id) => changed.get(id))
        .map((r) => [r?.moneyValue, r?.note, r?.dateValue, r?.version, r?.updateUser, r?.updateTime]),
    ).toEqual(
      ids.map((_, n) => [
        n % 2 ? `${n}.00` : '9.00',
        n % 2 ? `c${n}` : `n${n}`,
        n % 2 ? null : '2024-01-01',
        1,
        '5',
        '2024-06-15 08:00:00',
      ]),
    )
  })

  it('is any number of records', async () => {
    const records = Array.from(
      { length: 1_201 },
      (_, n): Values => ({ id: newId(), integerValue: n, ...(n % 3 ? { note: 'x' } : {}) }),
    )
    const rows = await inTenant((tx) => insertRecords(tx, every, records))
    expect(rows.map((r) => r.integerValue)).toEqual(records.map((r) => r.integerValue))
    const changed = await inTenant((tx) =>
      updateRecords(
        tx,
        every,
        records.map(({ id }, n) => ({ id, integerValue: n + 1 })),
        null,
      ),
    )
    expect(records.map(({ id }) => changed.get(id)?.integerValue)).toEqual(records.map((_, n) => n + 1))
  })

  it('is the default where nothing is given, and the initial value where the column has no nulls', async () => {
    expect(await add()).toMatchObject({ fee: '0.00', note: '无' })
    const row = await add({ fee: null, note: null })
    expect(row).toMatchObject({ fee: '0.00', note: null })
    const emptied = await inTenant((tx) => updateRecords(tx, every, [{ id: row?.id as string, fee: '' }], null))
    expect(emptied.get(row?.id as string)).toMatchObject({ fee: '0.00', version: 0 })
  })

  it('never names a column that the database computes', async () => {
    const row = await add({ fee: '2.50' })
    const [found] = await db.scoped<{ doubled: string }>(
      { tenantId },
      { text: 'select doubled from "kind_sample" where tenant_id = $1 and id = $2', values: [tenantId, row?.id] },
    )
    expect(found?.doubled).toBe('5.00')
  })

  it('is a mistake where a name is unknown, a time is none, a record comes twice or nothing is said', async () => {
    const id = newId()
    expect(() => columnsFrom(every, { id, nosuch: 1 })).toThrow('kindSample has no field nosuch')
    expect(() => columnsFrom(every, { datetimeValue: '2024-13-01 00:00:00' })).toThrow(RangeError)
    expect(columnsFrom(every, { id, tenantId: 'other', moneyValue: undefined })).toEqual({ id })
    const update = (patches: readonly Values[]) => inTenant((tx) => updateRecords(tx, every, patches, null))
    await expect(
      update([
        { id, note: 'a' },
        { id, fee: '1.00' },
      ]),
    ).rejects.toThrow('twice')
    await expect(update([{ id }])).rejects.toThrow('nothing')
    expect(await update([{ id: '1', note: 'nobody' }])).toEqual(new Map())
  })

  it("stays in the tenant's own rows", async () => {
    const row = await add({ note: 'mine' })
    const other = newTenantId()
    expect(
      await db.transaction({ tenantId: other }, (tx) =>
        updateRecords(tx, every, [{ id: row?.id as string, note: 'theirs' }], null),
      ),
    ).toEqual(new Map())
    const id = newId()
    const made = await db.transaction({ tenantId: other }, (tx) =>
      insertRecords(tx, every, [{ id, tenantId, note: 'whose' }]),
    )
    expect(made[0]?.tenantId).toBe(other)
  })
})

it.each<[kind: keyof typeof samples, a: unknown, b: unknown, is: boolean]>([
  ['money', '1.5', '1.50', true],
  ['money', null, '0', false],
  ['money', undefined, null, true],
  ['rate', '0.06', '0.060000', true],
  ['rate', null, '0', false],
  ['rate', '0.060001', '0.06', false],
  ['json', { a: 1 }, { a: 1 }, true],
  ['json', null, {}, false],
  ['integer', 0, null, false],
  ['text', 'a', 'a ', false],
])('%s: %j and %j are stored as equal: %s', (kind, a, b, is) => {
  expect(same(samples[kind].field, a, b)).toBe(is)
  expect(same(samples[kind].field, b, a)).toBe(is)
})

describe('a variant of a shared table', () => {
  const base = resourceOf('param')
  const variant = {
    ...base,
    id: 'testParam',
    variantOf: { resource: 'param', where: { remark: 'variant' } },
  } as typeof base

  it('is written with its fixed values, and changes no row of another', async () => {
    const [mine, theirs] = [newId(), newId()]
    const values = (id: string, key: string) => ({ id, paramName: 'n', paramKey: key, paramValue: 'v' })
    await inTenant(async (tx) => loadRecords(tx, base, [values(theirs, 'k.theirs')]))
    const [row] = await inTenant((tx) =>
      insertRecords(tx, variant, [{ ...values(mine, 'k.mine'), remark: 'something else' }]),
    )
    expect(row?.remark).toBe('variant')
    const changed = await inTenant((tx) =>
      updateRecords(
        tx,
        variant,
        [mine, theirs].map((id) => ({ id, paramValue: 'w' })),
        null,
      ),
    )
    expect([...changed.keys()]).toEqual([mine])
  })
})

it('a table of all tenants has no tenant to write', async () => {
  const tenants = resourceOf('tenant')
  const id = newId()
  const code = newTenantId()
  await db.owner(async (tx) => loadRecords(tx, tenants, [{ id, code, tenantName: '公共' }]))
  const [found] = await db.owner((tx) =>
    tx.query<Record<string, unknown>>('select * from "tenant" where id = $1', [id]),
  )
  expect(rowFrom(tenants, found as Record<string, unknown>)).toMatchObject({ id, code, tenantName: '公共' })
  await db.owner((tx) => tx.query('delete from "tenant" where id = $1', [id]))
})

describe('an encrypted text', () => {
  const bound = { tenantId: 'a', kind: 'sealed' }
  it('is the text again for its tenant and kind, the same whenever it is the same, and nothing once a bit is changed', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.nat(), (text, at) => {
        const sealed = encrypt(bound, text)
        expect(isSealed(sealed)).toBe(true)
        expect([decrypt(bound, sealed), encrypt(bound, text), formsOf(bound, text)]).toEqual([text, sealed, [sealed]])
        for (const other of [
          { tenantId: 'b', kind: 'sealed' },
          { tenantId: 'a', kind: 'idCard' },
        ]) {
          expect(() => decrypt(other, sealed)).toThrow('not of this tenant')
          expect(encrypt(other, text)).not.toBe(sealed)
        }
        // whole characters of six bits: those at the end may say bits that are not read
        const place = '~test~'.length + (at % (sealed.length - '~test~'.length - 1))
        const turned = `${sealed.slice(0, place)}${sealed[place] === 'A' ? 'B' : 'A'}${sealed.slice(place + 1)}`
        expect(() => decrypt(bound, turned)).toThrow('was changed')
      }),
    ))

  it('is read with the key it names, and looked for with every key', () => {
    const mine = `test:${Buffer.alloc(32, 7).toString('base64')}`
    const next = `next:${Buffer.alloc(32, 8).toString('base64')}`
    const sealed = encrypt(bound, '6222')
    try {
      setKeys(parseKeys(`${next},${mine}`))
      expect(decrypt(bound, sealed)).toBe('6222')
      expect(formsOf(bound, '6222')).toEqual([encrypt(bound, '6222'), sealed])
      setKeys(parseKeys(next))
      expect(() => decrypt(bound, sealed)).toThrow('the key test, which is not configured')
    } finally {
      setKeys(parseKeys(mine))
    }
    expect(() => encrypt(bound, sealed)).toThrow(RangeError)
  })
})

it('keys that values of the database are encrypted with must be there, and be the same', async () => {
  const one = `one:${Buffer.alloc(32, 1).toString('base64')}`
  const two = `two:${Buffer.alloc(32, 2).toString('base64')}`
  const with_ = (keys: string) => {
    setKeys(parseKeys(keys))
    return admitKeys(db)
  }
  try {
    await with_(one)
    // who was refused left nothing behind
    await expect(with_(two)).rejects.toThrow('which is not configured')
    await with_(one)
    await with_(`${two},${one}`)
    await expect(with_(two)).rejects.toThrow('encrypted with the key one, which is not configured')
    await expect(with_(`${two},one:${Buffer.alloc(32, 3).toString('base64')}`)).rejects.toThrow(
      'The key one is another',
    )
  } finally {
    await db.owner((tx) => tx.query('delete from "encryption_key"'))
    setKeys(parseKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`))
  }
  const real = { secretKeys: null, dataDir: '/nowhere', databaseUrl: 'postgres://db/rounds', seed: 'none' } as const
  expect(() => keysOf(real)).toThrow('No keys to encrypt with: set SECRET_KEYS')
})

it('values are written anew only while no instance lives that encrypts with another key', async () => {
  const [old, next] = [
    `old:${Buffer.alloc(32, 5).toString('base64')}`,
    `next:${Buffer.alloc(32, 6).toString('base64')}`,
  ]
  const quiet = { info() {}, warn() {}, error() {}, debug() {} }
  try {
    setKeys(parseKeys(old))
    const end = await startHeartbeat({ db, instance: 'host-1-old', log: quiet })
    setKeys(parseKeys(`${next},${old}`))
    await expect(refuseOtherKeys(db)).rejects.toThrow(
      /an instance runs with another key in use than next: host-1-old \(key old, seen \d+ s ago\)\. Restart it with next first in SECRET_KEYS/,
    )
    await end()
    const own = await startHeartbeat({ db, instance: 'host-2-next', log: quiet })
    await refuseOtherKeys(db)
    await own()
    // one that was killed is forgotten after a while
    setKeys(parseKeys(old))
    await startHeartbeat({ db, instance: 'host-3-killed', log: quiet })
    await db.owner((tx) => tx.query(`update "instance_key" set seen = now() - interval '1 minute'`))
    setKeys(parseKeys(`${next},${old}`))
    await refuseOtherKeys(db)
  } finally {
    await db.owner((tx) => tx.query('delete from "instance_key"'))
    setKeys(parseKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`))
  }
})
