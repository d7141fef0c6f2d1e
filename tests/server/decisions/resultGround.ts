import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { integralRule } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { load, type World } from './fixture.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { orderStatus, payType } = statesOf(orderDoctor)

/** Links of the company to two fiscal-tax companies, each for one tax item, and a price of points. Answers the second. */
export const linked = (w: World): Promise<string> =>
  load(w.context, w.tenantId, async (work) => {
    const partner = await work.insert(thirdPlatform, { code: 'FT2', name: '州二财税', thirdType: 1 })
    await work.insert(taxItemRate, {
      taxItemCode: '3040603',
      taxItemName: '会议展览服务',
      vatRate: '0.010000',
      vatMonthThreshold: '100000.00',
      fiscalTaxId: partner.id,
      fiscalTaxName: partner.name,
      urbanRate: '0.070000',
      eduRate: '0.030000',
      localEduRate: '0.020000',
      reductionRate: '0.500000',
      iitMethod: 1,
      enableStatus: 1,
    })
    await work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 })
    const link = (thirdPlatformId: string, taxItemCodes: string) => ({
      entrustedId: w.companyId,
      thirdPlatformId,
      thirdType: 1 as const,
      taxItemCodes,
      startDate: '2024-01-01',
      auditStatus: auditStatus.approved,
    })
    const links = await work.insertAll(entrustedThirdRel, [link(w.partnerId, '3040407'), link(partner.id, '3040603')])
    await work.insertAll(
      approvalHistory,
      links.map(({ id }) => ({
        ...{
          bizType: entrustedThirdRel.id,
          bizId: id,
          action: 'audit.pass',
          fromStatus: '0',
          toStatus: '1',
          result: 1,
        },
        ...{ operatorId: w.fin2.userId, operatorName: w.fin2.name, operateTime: '2024-01-01 09:00:00' },
      })) as never,
    )
    return partner.id
  })

let nth = 0
/** Accepted doctor orders in a month of their own, the first two doctors in turn. */
export async function accepted(
  w: World,
  of: readonly Partial<RowOf<typeof orderDoctor>>[],
): Promise<{ readonly ids: readonly string[]; readonly month: string }> {
  nth += 1
  const month = `${2000 + nth}-05`
  const made = await load(w.context, w.tenantId, (work) =>
    work.insertAll(
      orderDoctor,
      of.map((values, n) => ({
        code: `ODR${String(nth).padStart(4, '0')}${n}`,
        entrustedCompanyId: w.companyId,
        entrustedCompanyName: '杭州康泰医药有限公司',
        baseEmployeeId: w.employeeId,
        baseEmployeeName: '陈明',
        planName: '病例征集',
        planType: 3 as const,
        payType: payType.money,
        doctorId: w.doctors[n % 2] as string,
        doctorName: `医生${n % 2}`,
        acceptTime: `${month}-1${n} 10:00:00`,
        orderStatus: orderStatus.open,
        ...values,
      })) as never,
    ),
  )
  return { ids: made.map((o) => o.id), month }
}
