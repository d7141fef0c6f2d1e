import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { loadDomain } from '../../../src/console/data/domains.ts'
import { ClientSecret } from '../../../src/console/domains/administration/ClientSecret.tsx'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { client } from '../../../src/model/administration/access/client.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const PATH = 'blade-system/client/secret'
const panel = (row: object) => (
  <ClientSecret
    of={client as unknown as Resource}
    row={{ id: '7', version: 0, kind: 2, enableStatus: 1, keyTakenTime: '', ...row } as never}
  />
)

beforeEach(async () => {
  await setLanguage('zh')
  server.granted = { ...catalogueOf(), permissions: ['client_view', 'client_secret'] }
  await loadDomain('administration')
})

it('tells the secret of a partner’s client once, and of no other client', async () => {
  server.answer({ [PATH]: () => ({ clientId: '000000.abc', clientSecret: 'once-only' }) })
  const { again } = show(panel({}))
  expect(screen.getByText(/尚未取得密钥/)).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: '取得密钥' }))
  expect(await screen.findByText('once-only')).toBeInTheDocument()
  again(panel({ id: '8', keyTakenTime: '2024-06-15 12:00:00' }))
  expect(screen.queryByText('once-only')).toBeNull()
  expect(screen.getByRole('button', { name: '重新生成密钥' })).toBeEnabled()
  for (const [row, said] of [
    [{ enableStatus: 0 }, /已停用/],
    [{ kind: 1 }, /无需密钥/],
  ] as const) {
    again(panel(row))
    expect(screen.getByText(said)).toBeInTheDocument()
    expect(screen.queryByRole('button')).toBeNull()
  }
})
