import { expect } from 'vitest'
import { guardedParams } from '../../../src/model/administration/system/guardedParams.ts'
import { pngOf } from '../../png.ts'
import type { Client } from '../api.ts'
import type { Hands } from '../hands/hands.ts'
import type { Persons } from '../moneyWalk.ts'
import { addUser, addUserBeside, found, type Ground, listed, looking, STAFF, stands } from './people.ts'

const PARAM = 'blade-system/param'
const REQUEST = 'blade-changeRequest'

/** Parameters of an installation that tries the product before its partners are connected, and before a month has ended. */
const TRIED = [
  ...guardedParams
    .map(({ key }) => key)
    .filter((key) => key.startsWith('port.') && key !== 'port.messagePush')
    .map((key) => [key, 'sandbox'] as const),
  ['cycle.confirmEarly', 'true'],
  ['tax.currentMonthAllowed', 'true'],
] as const

export const PARTNER = '苏州安衡财税服务有限公司'
export const COMPANY = '上海远图医药科技有限公司'
export const png = (field: string, name: string) => ({ field, name: `${name}.png`, bytes: pngOf(640, 400) })

/** The codes of the steps that are still to be done. */
export const missing = async (c: Client): Promise<string[]> =>
  (await c.get<{ code: string; done: number }[]>('blade-desk/firstSteps')).data
    .filter(({ done }) => !done)
    .map(({ code }) => code)

/** Approves the request in front of this person, who did not make the account. */
export async function agreeTo(hands: Hands, c: Client, code: string): Promise<void> {
  await hands.openQueue('changeRequest', 'review')
  await hands.find(code)
  await hands.take('changeRequest.approve', stands(c, REQUEST, { code_equal: code }, { requestStatus: 1 }))
}

/**
 * People of every role. The first administrator makes the second, who makes the third: who made an account agrees to nothing
 * with it for a week, and says so. `quick`: only the second one through screens.
 */
export async function people(ground: Ground, admin: Hands, c: Client, sit: Persons, quick: boolean): Promise<void> {
  const third = ['admin3', '第三管理员', '平台管理员'] as const
  const second = await addUser(ground, admin, c, sit, ['admin2', '第二管理员', '平台管理员'])
  if (!quick) {
    await addUser(ground, second, c, sit, third)
    for (const one of STAFF) await addUser(ground, admin, c, sit, one)
    return
  }
  await addUserBeside(ground, await looking(ground, 'admin2'), third)
  for (const one of STAFF) await addUserBeside(ground, c, one)
}

/** A parameter is changed by one administrator, and another one, who is of another hand, agrees. */
async function tried(key: string, value: string, admin: Hands, third: Hands, refused: Hands | null, c: Client) {
  const param = await found(c, PARAM, { paramKey_equal: key })
  const asked = { bizId_equal: param.id, requestStatus_equal: 0 }
  await admin.openList('param')
  // by its name: a long key is cut short in the list
  await admin.find(String(param.paramName))
  await admin.take('param.edit', stands(c, REQUEST, asked), { texts: { paramValue: value } })
  const { code } = await found(c, REQUEST, asked)
  if (refused) {
    // the second one was made by who asks, and may not: the page says who may
    await refused.openQueue('changeRequest', 'review')
    await refused.find(String(code))
    await refused.page
      .getByText(/admin3/)
      .first()
      .waitFor()
    expect(await stands(c, REQUEST, asked)()).toBe(true)
  }
  await agreeTo(third, c, String(code))
}

/** Partners are played by sandboxes; `beside`: who agrees to all but the first one beside the browser. */
export async function trial(admin: Hands, third: Hands, refused: Hands, c: Client, beside?: Client): Promise<void> {
  for (const [n, [key, value]] of TRIED.entries()) {
    const param = await found(c, PARAM, { paramKey_equal: key })
    if (beside && n > 0) {
      const { data } = await c.post<{ changeRequest?: { id: string } }>(`${PARAM}/submit`, {
        ...param,
        paramValue: value,
      })
      await beside.post('blade-changeRequest/review', { ids: data.changeRequest?.id, status: 1 })
    } else await tried(key, value, admin, third, n === 0 ? refused : null, c)
    expect(await found(c, PARAM, { id_equal: param.id })).toMatchObject({ valueInForce: value })
  }
}

/** The fiscal-tax company, its tax rate, and the platform's unit at the bank. */
export async function partner(c: Client, sit: Persons): Promise<void> {
  const [admin, tax, fin, fin2] = [await sit('admin'), await sit('tax'), await sit('fin'), await sit('fin2')]
  await admin.openList('thirdPlatform')
  await admin.take('thirdPlatform.add', stands(c, 'blade-csc/thirdPlatform', { name_equal: PARTNER }), {
    texts: {
      code: 'FT01',
      name: PARTNER,
      thirdType: '1',
      socialCreditCode: '91320500MA1X00FT11',
      bankName: '招商银行苏州分行',
      bankAccount: '6214850000000010',
    },
  })
  const rates = await listed(c, 'blade-base/taxItemRate')
  const rate = rates.find(({ taxItemCode }) => taxItemCode === 'TI02')
  const asked = { bizId_equal: rate?.id ?? '', requestStatus_equal: 0 }
  await tax.openList('taxItemRate')
  await tax.find('病例征集费')
  await tax.take('taxItemRate.edit', stands(c, REQUEST, asked), {
    texts: { taxItemName: '劳务报酬-病例征集费', fiscalTaxId: PARTNER, enableStatus: ' ' },
  })
  await agreeTo(fin, c, String((await found(c, REQUEST, asked)).code))
  const units = 'blade-tradingManager/tradingManagerInfo'
  const own = { holderType_equal: 2 }
  await fin.openList('tradingManagerInfo')
  await fin.take('tradingManagerInfo.add', stands(c, units, own), {
    texts: { holderName: '上海朗格健康科技有限公司', creditCode: '91310000MA1Y00AB1R', unitName: '平台服务费' },
  })
  await fin2.openQueue('admission', 'platformUnit')
  await fin2.find('平台服务费')
  await fin2.take('tradingManagerInfo.audit.pass', stands(c, units, own, { unitStatus: 1 }))
  expect((await listed(c, units, own)).length).toBe(1)
}
