import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Partners } from '../../../src/console/domains/settlement/Partners.tsx'
import type { Resource } from '../../../src/model/language/resource.ts'
import { PARTNERS } from '../../../src/model/settlement/results/partnersWire.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const panel = <Partners of={settlementCycle as unknown as Resource} row={order('1')} />
const good = { what: '技术咨询', partner: '州一财税', mark: '生效中', broken: 0, orderCount: 2, amount: '4000.00' }
const bad = { ...good, what: '会议展览', mark: '无生效的财税公司', broken: 1, amount: '1000.00' }

it('names the company of each tax item, and marks where none is in force', async () => {
  server.answer({ [PARTNERS]: () => ({ said: '先维护企业合作方', broken: 1, items: [good, bad] }) })
  show(panel)
  expect(await screen.findByRole('alert')).toHaveTextContent('先维护企业合作方')
  expect(screen.getAllByRole('listitem').map((x) => x.textContent)).toEqual([
    '技术咨询 × 2 → 州一财税 生效中4,000.00',
    '会议展览 × 2 → 州一财税 无生效的财税公司1,000.00',
  ])
  expect(screen.getByText('无生效的财税公司')).toHaveClass('failed')
  expect(screen.getByText('生效中')).not.toHaveClass('failed')
})

it('says where nothing waits', async () => {
  server.answer({ [PARTNERS]: () => ({ said: '没有待确认的医生订单', broken: 0, items: [] }) })
  show(panel)
  expect(await screen.findByText('没有待确认的医生订单')).toBeInTheDocument()
  expect(screen.queryByRole('list')).toBeNull()
})
