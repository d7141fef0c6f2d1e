import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { loadDomain } from '../../../src/console/data/domains.ts'
import { FirstAdministrator } from '../../../src/console/domains/administration/FirstAdministrator.tsx'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { tenant } from '../../../src/model/administration/access/tenant.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const PATH = 'blade-system/tenant/first-password'
const panel = (id: string) => (
  <FirstAdministrator
    of={tenant as unknown as Resource}
    row={{ id, version: 0, code: `00000${id}`, adminAccount: 'root', adminName: '甲' } as never}
  />
)
const take = () => screen.findByRole('button', { name: '取得初始密码' })

beforeEach(async () => {
  await setLanguage('zh')
  server.granted = { ...catalogueOf(), permissions: ['tenant_view', 'tenant_firstPassword'] }
  await loadDomain('administration')
})

it('shows the password once, of the tenant it was asked for and of no other', async () => {
  let n = 0
  server.answer({
    [PATH]: () => {
      n += 1
      return { tenantId: '000007', account: 'root', password: `first-${n}` }
    },
  })
  const { again } = show(panel('7'))
  await userEvent.click(await take())
  expect(await screen.findByText('first-1')).toBeInTheDocument()
  expect(screen.getByText('请现在复制：离开后不再显示。')).toBeInTheDocument()
  expect(server.of(PATH).map(({ body }) => body)).toEqual([{ id: '7' }])
  await userEvent.click(screen.getByRole('button', { name: '重新生成' }))
  expect(await screen.findByText('first-2')).toBeInTheDocument()
  expect(screen.queryByText('first-1')).toBeNull()
  // the panel goes from record to record
  again(panel('8'))
  expect(screen.queryByText('first-2')).toBeNull()
  expect(await take()).toBeEnabled()
})

it('says why there is none any more', async () => {
  server.answer({
    [PATH]: () => {
      throw new Refusal(409, '首位管理员已有自己的密码')
    },
  })
  show(panel('7'))
  await userEvent.click(await take())
  expect(await screen.findByRole('alert')).toHaveTextContent('首位管理员已有自己的密码')
})

it('offers nothing to who may only look', async () => {
  server.granted = { ...catalogueOf(), permissions: ['tenant_view'] }
  show(panel('7'))
  expect(await screen.findByText(/root（甲）/)).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})
