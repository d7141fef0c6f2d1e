import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../model/people/entrustedThirdRel.ts'
import type { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { itemsOf } from '../people/partnerItems.ts'

const { auditStatus } = statesOf(entrustedThirdRel)

type Source = RowOf<typeof orderDoctor>

/** Doctor orders of one tax item that name one fiscal-tax company, and whether they may go through it. */
interface Mapped {
  readonly sources: readonly [Source, ...Source[]]
  /** In a few words. */
  readonly mark: Label
  /** Why they may not: exactly one link of the company has to be in force for the tax item today, to whom they name. */
  readonly problem: Label | null
}

/** Verdict on a tax item by the links in force for it. */
function judged(s: Source, links: readonly RowOf<typeof entrustedThirdRel>[]): Omit<Mapped, 'sources'> {
  const [link, second] = links
  const item = s.taxItemName ?? s.taxItemCode ?? ''
  if (!link || second)
    return {
      mark: link ? ['多家财税公司生效', 'Several in force'] : ['无生效的财税公司', 'None in force'],
      problem: [
        `税目“${item}”没有唯一生效的财税公司，请先维护企业合作方`,
        `Tax item “${item}” has not exactly one fiscal-tax company in force: mend the partners of the company first`,
      ],
    }
  if (link.thirdPlatformId !== s.fiscalTaxId)
    return {
      mark: [`现行为 ${link.thirdPlatformName ?? ''}`, `In force: ${link.thirdPlatformName ?? ''}`],
      problem: [
        `医生订单 ${s.code ?? ''} 的财税公司不是税目“${item}”现行的合作方`,
        `The fiscal-tax company of doctor order ${s.code ?? ''} is not the one in force for tax item “${item}”`,
      ],
    }
  return { mark: ['生效中', 'In force'], problem: null }
}

const CONFIRMED = 2

/**
 * Tax partners of a cycle's doctor orders, by tax item and fiscal-tax company, in the order of their first order. The
 * rest of a confirmed cycle keeps its partners, even where the company has changed them since.
 */
export async function partnersOf(
  work: UnitOfWork,
  cycle: RowOf<typeof settlementCycle>,
  sources: readonly Source[],
): Promise<readonly Mapped[]> {
  const links = await work.rows(entrustedThirdRel, {
    entrustedId: cycle.entrustedCompanyId,
    thirdType: 1,
    auditStatus: auditStatus.approved,
  })
  const inForce = (day: string, taxItemCode: string | null) =>
    links.filter(
      (l) => (l.startDate ?? '') <= day && (!l.endDate || l.endDate >= day) && itemsOf(l).includes(taxItemCode ?? ''),
    )
  const since = cycle.cycleStatus === CONFIRMED ? (cycle.confirmTime?.slice(0, 10) ?? null) : null
  const judge = (s: Source): Omit<Mapped, 'sources'> => {
    const now = judged(s, inForce(work.time.slice(0, 10), s.taxItemCode))
    if (!now.problem || !since) return now
    const then = judged(s, inForce(since, s.taxItemCode))
    return then.problem ? now : { mark: ['确认时生效', 'In force when confirmed'], problem: null }
  }
  const groups = new Map<string, [Source, ...Source[]]>()
  for (const s of sources) {
    const key = `${s.taxItemCode} ${s.fiscalTaxId}`
    const group = groups.get(key)
    if (group) group.push(s)
    else groups.set(key, [s])
  }
  return [...groups.values()].map((of) => ({ sources: of, ...judge(of[0]) }))
}
