import { resourceOf } from '../../../src/model/business.ts'
import type { Domain } from '../../../src/model/language/domain/domain.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { type Happened, happenedAfter, placeOfNow } from '../../../src/server/database/outbox.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { newFolder } from '../harness.ts'
import { createTables } from './declare.ts'
import meetings from './meetings.ts'

/**
 * A tenant with two companies and a partner, and people who are bound to each, all with every permission: only scope
 * stands between.
 */
export interface Shapes {
  readonly t: TestApp
  readonly tenantId: string
  readonly companies: readonly [string, string]
  readonly partner: string
  /** Of the platform: not bound. */
  readonly staff: Client
  readonly ours: Client
  readonly theirs: Client
  readonly partners: Client
  readonly providers: Client
}

let n = 0

/** `more`: families of the test's own, beside the meetings. */
export async function shapes(...more: readonly Domain[]): Promise<Shapes> {
  const t = await testApp({ dataDir: newFolder() })
  for (const families of [meetings, ...more]) await createTables(t.db, families)
  const tenantId = await t.newTenant()
  const people = (more: object) => t.signIn(tenantId, 'administrator', more)
  const add = (resource: string, values: Readonly<Record<string, unknown>>): Promise<string> =>
    t.db.transaction({ tenantId }, async (tx) => {
      const [made] = await insertRecords(tx, resourceOf(resource), [{ ...values, id: newId() }])
      return String(made?.id)
    })
  const company = (name: string, n: number) =>
    add('entrustedCompany', { name, code: `C${n}`, socialCreditCode: `91${n}`, legalPerson: '张' })
  const [one, two] = [await company('康泰', 0), await company('华瑞', 1)]
  const partner = await add('thirdPlatform', { code: 'F1', name: '州一', thirdType: 1 })
  return {
    t,
    tenantId,
    companies: [one, two],
    partner,
    staff: await people({}),
    ours: await people({ userType: 2, company: one }),
    theirs: await people({ userType: 2, company: two }),
    partners: await people({ userType: 3, fiscalTax: partner }),
    providers: await people({ userType: 4, provider: partner }),
  }
}

/** A code that no record has yet. */
export const newCode = (): string => {
  n += 1
  return `M${String(n).padStart(4, '0')}`
}

/** The record that a submit answered; the test fails when it was refused. */
export async function saved(
  who: Client,
  path: string,
  body: object,
): Promise<Record<string, unknown> & { id: string; version: number }> {
  const answer = await who.post<Record<string, unknown> & { id: string; version: number }>(`${path}/submit`, body)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.raw}`)
  return answer.data
}

/** All events of the tenant so far, as the dispatcher of an instance would read them. */
export async function happenedSoFar(s: Shapes): Promise<Happened[]> {
  await placeOfNow(s.t.db, s.tenantId)
  return (await happenedAfter(s.t.db, s.tenantId, { number: '0', id: '0' }, 1_000)) ?? []
}
