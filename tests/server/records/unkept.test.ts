import { beforeAll, describe, expect, it } from 'vitest'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { NotKept } from '../../../src/server/database/kinds/kind.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { refusalOf } from '../../../src/server/http/errors.ts'
import { unkept } from '../../../src/server/writing/save/unkept.ts'
import { load, order, refusal, type World, world } from '../decisions/fixture.ts'

// Forms ask first. What a rule, a job or another path writes without asking meets the CHECK, which says the same.

let w: World
beforeAll(async () => {
  w = await world()
})

const broken = (constraint: string) => new NotKept('23514', `violates ${constraint}`, constraint)

/** Who is on the blacklist until before it begins. */
const wrong = () => ({
  id: newId(),
  doctorId: newId(),
  reason: '资料不实',
  startTime: '2024-06-15 09:00:00',
  endTime: '2024-06-14 09:00:00',
})
const SAID = ['失效时间不能早于生效时间', '“To” may not be before “From”']

describe('a CHECK that is not met', () => {
  it('is refused as its form refuses it, in the language of who asked', async () => {
    const e = await load(w.context, w.tenantId, (work) => work.insert(userBlacklist, wrong())).catch((thrown) => thrown)
    for (const [language, n] of [
      ['zh', 0],
      ['en', 1],
    ] as const) {
      const said = refusalOf(e, language)
      expect(said).toBeInstanceOf(AppError)
      expect([said?.code, said?.text, said?.data]).toEqual([400, SAID, { endTime: SAID[n] }])
      expect(said?.cause).toBe(e)
    }
  })

  it('of what a decision writes beside is the refusal of the decision', async () => {
    const { id } = await order(w)
    const asked = decide(
      w.context,
      w.fin,
      { resource: 'settlementOrder', transition: 'audit.pass', id, ask: { remark: '' } },
      { first: (tx) => insertRecords(tx, userBlacklist, [{ ...wrong(), tenantId: w.tenantId }]) },
    )
    const said = await refusal(asked)
    expect([said.code, said.data]).toEqual([400, { endTime: SAID[0] }])
  })

  it('names its field, whichever it is', async () => {
    const checks = await w.context.db.owner((tx) =>
      tx.query<{ name: string }>(
        `select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
      ),
    )
    const named = /_(not_before|not_negative|is_known)$/
    const own = checks.filter(({ name }) => named.test(name))
    expect(own.length).toBeGreaterThan(100)
    const unnamed = own.filter(({ name }) => {
      const said = unkept(broken(name), 'en')
      return said?.code !== 400 || Object.keys(said.data as object).length !== 1
    })
    expect(unnamed).toEqual([])
  })

  it.each(['settlement_order_total_adds_up', 'entrusted_company_bank_account_sealed', 'unknown'])(
    'is a fault of the server where no value of people can break it: %s',
    (name) => expect(refusalOf(broken(name), 'zh')).toBeNull(),
  )
})
