import { expect, it } from 'vitest'
import { composePanels, defineConsoleDomain } from '../../../src/console/domains/consoleDomain.ts'
import { consoleDomains } from '../../../src/console/domains/domains.ts'
import { DOMAINS } from './direction.ts'

const load = async () => ({ component: () => null })

it('the console composes its domains in the order of all, and refuses two panels of one name', () => {
  const names = consoleDomains.map((d) => d.name)
  expect(names).toEqual(DOMAINS.filter((name) => names.includes(name)))
  const one = defineConsoleDomain({ name: 'people', panels: { card: load } })
  expect(Object.keys(composePanels([one]))).toEqual(['card'])
  expect(() => composePanels([one, { ...one, name: 'funds' }])).toThrow(
    'the panel card is given twice, the second time by funds',
  )
})
