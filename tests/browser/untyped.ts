import type { Page, WireRow } from '../../src/model/wire/wire.ts'
import { client } from './api.ts'

/**
 * Totals need not be typed any more: two administrators raise the limit, as they would. For what decides much within minutes
 * and is not about that.
 */
export async function untyped(base: string, tenantId = '000000'): Promise<void> {
  const [one, two] = await Promise.all(['admin', 'admin2'].map((account) => client(base, account, account, tenantId)))
  if (!one || !two) throw new Error('there are no two administrators')
  const param = { paramKey: 'batch.typedAmount.limit', paramName: '批量合计须输入的限额', paramValue: '999999999.00' }
  const path = 'blade-system/param'
  const there = async () =>
    (await one.get<Page<WireRow>>(`${path}/list`, { paramKey_equal: param.paramKey })).data.records[0]
  // the parameter is added with its default and changed by two persons
  if (!(await there())) await one.post(`${path}/submit`, { ...param, paramValue: '100000.00' })
  const row = await there()
  if (row?.paramValue === param.paramValue) return
  const asked = await one.post<{ changeRequest?: { id: string } }>(`${path}/submit`, { ...param, id: row?.id })
  const ids = asked.data?.changeRequest?.id
  const done = ids ? await two.post('blade-changeRequest/review', { ids, status: 1 }) : asked
  if (!ids || done.code !== 200) throw new Error(`the limit was not raised: ${done.msg}`)
}
