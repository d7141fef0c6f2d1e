import { expect } from 'vitest'
import en from '../../../src/console/i18n/en/recordPage.ts'
import zh from '../../../src/console/i18n/zh/recordPage.ts'
import { client } from '../api.ts'
import type { Hands } from '../hands/hands.ts'
import { enterFirst, found, type Ground, ownPassword, stands } from './people.ts'

const TENANT = 'blade-system/tenant'
const NAME = '第二租户'

/**
 * Another tenant, made by an administrator of the first one (`by`); its first administrator signs in at `theirs` with the
 * password that is told once.
 */
export async function anotherTenant(of: Ground, by: Hands, theirs: Hands): Promise<Ground> {
  const c = await client(of.url, of.administrator.account, of.administrator.password, of.tenantId)
  await by.openList('tenant')
  await by.take('tenant.add', stands(c, TENANT, { tenantName: NAME }), { texts: { tenantName: NAME } })
  const { code } = await found(c, TENANT, { tenantName: NAME })
  await by.openList('tenant')
  await by.find(NAME)
  await by.openAside()
  const words = by.language === 'zh' ? zh : en
  await by.press(words.firstTake)
  const told = by.page.locator('main div', { has: by.page.getByText(words.firstOnce) }).last()
  await told.waitFor()
  const [tenantId, account, password] = await told.locator('dd').allInnerTexts()
  expect(tenantId).toBe(code)
  const ground = { url: of.url, tenantId: String(code) }
  await enterFirst(theirs, { ...ground, administrator: of.administrator }, String(account), String(password))
  return { ...ground, administrator: { account: String(account), password: ownPassword(String(account)) } }
}
