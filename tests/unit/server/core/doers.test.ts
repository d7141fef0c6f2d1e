import { expect, it } from 'vitest'
import { doerIn } from '../../../../src/server/core/doers.ts'

it.each([
  ['系统', 'System'],
  ['欧阳敏', '欧阳敏'],
  ['运营审核员', 'Operations reviewer'],
  ['运营审核员,财务,本地角色', 'Operations reviewer, Finance, 本地角色'],
  ['医生（手机链接）', 'Doctor (phone link)'],
  ['沙箱代医生（平台管理员）', 'Playing the doctor (Platform administrator)'],
  ['', ''],
])('%j is %j to whoever reads English', (zh, en) => {
  expect(doerIn(zh, 'en')).toBe(en)
  expect(doerIn(zh, 'zh')).toBe(zh)
})
