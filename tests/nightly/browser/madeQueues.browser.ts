import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { openData } from './more.ts'
import type { Seeded } from './prepare.ts'
import { ownStage } from './stage.ts'
import { Activities } from './toClear/activities.ts'
import { clearMade } from './toClear/clearMade.ts'
import { announced } from './toClear/deliverables.ts'
import { DEEP, MEETINGS, MESSAGES, made, nameOf, TO_CLEAR } from './toClear/made.ts'
import { failedMessages, Partner } from './toClear/messages.ts'
import { People } from './toClear/people.ts'

// Q1 to Q10, Q24 and Q25 of domain.md §6. What is cleared is made by the people whose job it is, through the server's calls.

let partner: Partner
const env: Record<string, string> = {}
let data: Seeded
const d = ownStage({
  env,
  fill: async (seeded) => {
    data = seeded
    partner = await Partner.opened()
    Object.assign(env, partner.env)
  },
})
let a: Activities

beforeAll(async () => {
  a = new Activities(new People(d.url))
  // they begin and end by the clock, while the others are cleared
  for (const view of MEETINGS) await announced(a, nameOf(view), DEEP + 1)
})
afterAll(() => partner?.close())

describe.each(TO_CLEAR)('$queue $view', (of) => {
  test(`is cleared ${DEEP} deep from the keyboard: overtaken, taken back, turned down, passed, and left empty`, async () => {
    const records = await made(a, of)
    await clearMade((account) => d.open('zh', account), a.p, of, records)
  })
})

test('messages that a partner refused are sent again from the keyboard', async () => {
  const ids = await failedMessages(a.p, partner, DEEP)
  await clearMade((account) => d.open('zh', account), a.p, MESSAGES, { name: '', ids })
})

test('everything that is promised of what was made and decided holds', async () => {
  await d.server.stop()
  const db = await openData(data)
  try {
    expect(broken(await db.owner((tx) => checkInvariants(tx)))).toEqual([])
  } finally {
    await db.close()
  }
})
