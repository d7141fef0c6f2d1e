import { beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../../src/model/administration/access/user.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { plans } from '../../../src/server/domains/activities/plan.ts'
import { hooksOf } from '../../../src/server/writing/hooks.ts'
import { loader } from '../people.ts'
import { refusal, World } from '../world.ts'

let w: World
const companies: Record<string, string> = {}
beforeAll(async () => {
  w = await World.made()
  for (const [name, auditStatus, enableStatus] of [
    ['待审核', 0, 0],
    ['已驳回', 2, 0],
    ['已停用', 1, 0],
  ] as const) {
    const values = { code: name, name, socialCreditCode: `91330100MA27XW${1300 + companyCount()}`, legalPerson: '王' }
    const made = await w
      .as(loader('world'))
      .load((work) => work.insert(entrustedCompany, { ...values, auditStatus, enableStatus } as never))
    companies[name] = made.id
  }
})
const companyCount = () => Object.keys(companies).length

/** What is begun for a company, by the family that begins it, and the field that names the company. */
const begun: Readonly<Record<string, 'entrustedCompanyId' | 'entrustedId'>> = {
  [entrustedAccount.id]: 'entrustedCompanyId',
  [user.id]: 'entrustedId',
  ...Object.fromEntries([...plans.keys()].map((id) => [id, 'entrustedCompanyId'])),
}

describe.each(Object.entries(begun))('%s', (of, field) => {
  it.each(['待审核', '已驳回', '已停用'])('is begun for no company that is %s', async (name) => {
    const why = await refusal(
      w.as(w.people.admin).load(async (work) => {
        await hooksOf(work.domains, of).prepare?.({ [field]: companies[name], userType: 2 }, null, work, 'write')
      }),
    )
    expect(why).toMatch(name === '已停用' ? '已停用，不能' : '尚未通过准入审核，不能')
  })
})
