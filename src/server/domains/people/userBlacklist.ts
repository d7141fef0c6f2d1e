import { resourceOf } from '../../../model/business.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { blacklistMany, userBlacklist, userBlacklistLifecycle } from '../../../model/people/userBlacklist.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { addRecord } from '../../writing/save/save.ts'
import { lockName } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { blackStatus } = statesOf(userBlacklist)

type Entry = RowOf<typeof userBlacklist>
type Listing = Pick<Entry, 'doctorId' | 'blackType' | 'entrustedCompanyId'>

const ONE_COMPANY = 2

/** Payments that an entry stops: of one company, or of all. */
const whose = (e: Listing) => ({
  doctorId: e.doctorId ?? '',
  companyId: e.blackType === ONE_COMPANY ? (e.entrustedCompanyId ?? null) : null,
})

const others = async (work: UnitOfWork, e: Listing & { readonly id?: string }): Promise<Entry[]> =>
  (await work.rows(userBlacklist, { doctorId: e.doctorId ?? '', blackStatus: blackStatus.effective })).filter(
    (o) => o.id !== e.id,
  )

async function listProblem(work: UnitOfWork, e: Listing & { readonly id?: string }): Promise<Label | null> {
  if (e.blackType === ONE_COMPANY && !e.entrustedCompanyId)
    return ['请选择指定企业', 'Choose the company that it reaches']
  const { companyId } = whose(e)
  return (await others(work, e)).some((o) => whose(o).companyId === companyId)
    ? ['该医生已在黑名单中', 'This doctor is blacklisted already']
    : null
}

/** 3.8: who is listed is neither invited nor paid. */
async function listed(work: UnitOfWork, e: Listing): Promise<void> {
  if (e.blackType !== ONE_COMPANY) await work.update(authenticationDoctor, e.doctorId ?? '', { blackStatus: 1 })
  await work.domains.services.payment.frozen(work, whose(e))
}

/** Guards and effects of 3.8. */
export const userBlacklistRules: RulesOf<typeof userBlacklist, typeof userBlacklistLifecycle, UnitOfWork> = {
  add: {
    lock: (e, work) => work.domains.services.payment.locksOfListing(work, [whose(e)]),
    guard: (e, _ask, work) => listProblem(work, e),
    set: (_e, _ask, work) => ({ startTime: work.time }),
    effect: async (e, _ask, work) => {
      await listed(work, e)
      return undefined
    },
  },
  lift: {
    lock: (_e, work, all) =>
      work.domains.services.payment.locksOfListing(
        work,
        all.map((e) => ({ doctorId: e.doctorId ?? '', companyId: null })),
      ),
    set: (_e, _ask, work) => ({ endTime: work.time }),
    effect: async (e, _ask, work) => {
      const left = await others(work, e)
      const everywhere = left.some((o) => o.blackType !== ONE_COMPANY)
      if (e.blackType !== ONE_COMPANY && !everywhere)
        await work.update(authenticationDoctor, e.doctorId ?? '', { blackStatus: 0 })
      if (everywhere) return undefined
      await work.domains.services.payment.unlisted(work, whose(e))
      for (const o of left) await work.domains.services.payment.frozen(work, whose(o))
      return undefined
    },
  },
}

/** Several doctors at once, all or none; what it writes is locked for all of them first. */
export const blacklistCalls = [
  handle(blacklistMany, async ({ entries, work }) => {
    if (entries.length === 0) throw new AppError(400, ['请选择至少一个医生', 'Choose at least one doctor'])
    const all = entries.map((e) => ({ ...e, blackType: 1 as const, entrustedCompanyId: null }))
    const locks = Object.entries(await work.domains.services.payment.locksOfListing(work, all.map(whose)))
    for (const [id, ids] of locks
      .map(([name, list]) => [resourceOf(name), list] as const)
      .sort(([a], [b]) => (lockName(a) < lockName(b) ? -1 : 1)))
      await work.lock(id, ids)
    const { add } = userBlacklistLifecycle.transitions
    for (const e of all) {
      const problem = await listProblem(work, e)
      if (problem) throw new AppError(400, problem)
      const { doctorId, reason, blackType } = e
      await addRecord(
        work,
        userBlacklist,
        { doctorId, reason, blackType },
        {
          own: async () => ({ ...(add.to as object), startTime: work.time }),
          audit: {
            action: 'add',
            decision: { transition: add, lifecycle: userBlacklistLifecycle, remark: reason ?? null, bySystem: false },
          },
        },
      )
      await listed(work, e)
    }
  }),
]
