import { expect, it } from 'vitest'
import { region } from '../../../src/model/administration/system/region.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { playInMemory } from '../../../src/server/deciding/play.ts'
import { person } from '../../rules/people.ts'
import { testDomains } from '../domains.ts'

it('in memory, too, what is below a region that is renamed or moved follows, and whoever chose one of them', async () => {
  const play = playInMemory({ domains: testDomains, tenantId: '000000', at: '2024-06-15 09:00:00' })
  const admin = play.as(person('000000', 'administrator'))
  const add = (code: string, parentCode: string, name: string, regionLevel: number) =>
    admin.save('region', { code, parentCode, name, regionLevel })
  const top = await add('99', '', '瑞省', 1)
  await add('98', '', '祥省', 1)
  const city = await add('9901', '99', '瑞城市', 2)
  const district = await add('990101', '9901', '瑞一区', 3)
  const id = newId()
  const kept = {
    id,
    name: '瑞城一企',
    socialCreditCode: '91990101MA00000001',
    legalPerson: '瑞',
    regionCode: '990101',
    regionName: '瑞省 / 瑞城市 / 瑞一区',
  }
  await admin.load((work) => work.insert(entrustedCompany, kept))
  const path = () => admin.load(async (work) => (await work.row(entrustedCompany, id))?.regionName)
  await admin.save('region', { id: top.id, name: '瑞大省' })
  expect(await path()).toBe('瑞大省 / 瑞城市 / 瑞一区')
  await admin.save('region', { id: city.id, parentCode: '98', name: '祥城市' })
  expect(await path()).toBe('祥省 / 祥城市 / 瑞一区')
  expect(await admin.load((work) => work.row(region, district.id))).toMatchObject({
    ...{ provinceCode: '98', provinceName: '祥省', cityName: '祥城市', districtName: '瑞一区', version: 0 },
  })
})
