import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { closeEvidence, evidenceState, placed } from '../../../src/console/record/base/evidenceState.ts'
import { RecordPane } from '../../../src/console/record/RecordPane.tsx'
import { SectionView } from '../../../src/console/record/SectionView.tsx'
import { resourceOf } from '../../../src/model/business.ts'
import {
  compare,
  factsUnder,
  files,
  pictures,
  related,
  type Section,
  steps,
  sums,
} from '../../../src/model/language/section.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { pageOf } from '../server/records.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})

const of = resourceOf('settlementOrder')
const look = (section: Section, row: WireRow) =>
  show(
    <SectionView
      section={section}
      of={of}
      lifecycle={{ resource: of.id, transitions: {} }}
      row={row}
      ready
      under="h2"
    />,
  )

describe('what is compared', () => {
  const section = compare(
    [
      ['应付', 'Due'],
      ['已付', 'Paid'],
    ],
    [
      ['netAmount', 'paidNetAmount'],
      ['totalAmount', 'refundAmount'],
    ],
  )
  it('shows both sides; differences are marked and counted', () => {
    look(section, order('1', { netAmount: '5.00', paidNetAmount: '5.00', totalAmount: '9.00', refundAmount: '0.00' }))
    expect(screen.getByText('2 项中有 1 项不一致')).toBeInTheDocument()
    const [, same, other] = screen.getAllByRole('row')
    expect(same).not.toHaveAttribute('data-differs')
    expect(other).toHaveAttribute('data-differs')
    expect(within(other as HTMLElement).getByText('不一致')).toBeInTheDocument()
    expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['应付', '已付'])
  })

  it('ignores fields that the list does not have', () => {
    look(section, { id: '1', version: 1, netAmount: '5.00' } as WireRow)
    expect(screen.queryByText(/不一致|两侧一致/)).toBeNull()
  })
})

describe('a sum', () => {
  const section = sums(['doctorAmount', '-vatAmount', '=netAmount'])
  it('says that it adds up, or by how much it does not', () => {
    const { again } = look(section, order('1', { doctorAmount: '1000.00', vatAmount: '60.00', netAmount: '940.00' }))
    expect(screen.getByRole('img', { name: '核对一致' })).toBeInTheDocument()
    again(
      <SectionView
        section={section}
        of={of}
        lifecycle={{ resource: of.id, transitions: {} }}
        row={order('1', { doctorAmount: '1000.00', vatAmount: '60.00', netAmount: '941.50' })}
        ready
        under="h2"
      />,
    )
    expect(screen.queryByRole('img', { name: '核对一致' })).toBeNull()
    expect(screen.getByText('差额 1.50')).toBeInTheDocument()
  })

  it('of a settlement order is in its pane', async () => {
    server.answer({ 'blade-svc/settlementOrder/detail': ({ id }) => order(String(id)) })
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="sum" />)
    const titles = (dl: Element) => [...dl.querySelectorAll('dt')].map((h) => h.textContent)
    expect([...document.querySelectorAll('.sums dl')].map(titles)).toEqual([
      ['医生劳务费', '税额合计', '税后金额'],
      // begins with what the line above begins with, and says it no second time
      ['平台服务费', '结算总额'],
      ['增值税', '附加税', '个人所得税', '税额合计'],
    ])
    const amounts = [...document.querySelectorAll('.sums [data-field]')].filter((dd) => dd.querySelector('button'))
    const said = amounts.map((dd) => dd.getAttribute('data-field'))
    expect(said).toEqual([...new Set(said)])
    expect(said).toContain('doctorAmount')
    // amounts shown in the sums are not repeated below
    expect(document.querySelectorAll('.facts [data-field=totalAmount]')).toHaveLength(0)
  })
})

it('stages are the rows of a child in their order', async () => {
  const asked = server.answer({
    'blade-svc/settlementOrderTaxItem/list': () =>
      pageOf([
        { id: '1', version: 0, taxItemName: '讲课', totalAmount: '10.00' },
        { id: '2', version: 0, taxItemName: '评审', totalAmount: '20.00' },
      ]),
  })
  look(steps('settlementOrderTaxItem', { label: 'taxItemName', value: 'totalAmount' }), order('1'))
  const items = await screen.findAllByRole('listitem')
  expect(items.map((i) => i.textContent)).toEqual(['讲课10.00', '评审20.00'])
  expect(asked[0]?.params).toMatchObject({ settlementOrderId_equal: '1' })
})

it('a link to a record that has no name here says so, not its number', async () => {
  server.answer({ 'rounds/rows': () => ({ columns: ['id', 'version', 'code'], values: [] }) })
  const up = resourceOf('meeting')
  show(
    <SectionView
      section={related()}
      of={up}
      lifecycle={{ resource: up.id, transitions: {} }}
      row={{ id: '1', version: 0, budgetOrderId: '1423127347200000003' } as WireRow}
      ready
      under="h2"
    />,
  )
  expect(await screen.findByRole('link', { name: '查看' })).toHaveAttribute(
    'href',
    expect.stringContaining('1423127347200000003'),
  )
  expect(screen.queryByText('1423127347200000003')).toBeNull()
})

it('a record without related documents says that there are none', () => {
  const alone = { ...of, fields: {}, children: [] }
  show(
    <SectionView
      section={related()}
      of={alone}
      lifecycle={{ resource: of.id, transitions: {} }}
      row={order('1')}
      ready
      under="h2"
    />,
  )
  expect(screen.getByText('暂无数据')).toBeInTheDocument()
})

it('facts under headings are one section, each value said once', () => {
  const section = factsUnder<string>(['code'], [{ title: ['周期', 'Cycle'], fields: ['cycleMonth'] }])
  look(section, order('1', { cycleMonth: '202405' }))
  expect(screen.getByRole('heading', { level: 4 })).toHaveTextContent('周期')
  expect(screen.getByText('2024-05').closest('dl')?.previousElementSibling).toHaveTextContent('周期')
  expect(screen.getAllByText('2024-05')).toHaveLength(1)
})

it('files are listed below each other, each with its name', async () => {
  look(files(['code' as never, 'cycleMonth' as never]), order('1'))
  await waitFor(() => expect(screen.getByText('结算单号')).toBeInTheDocument())
  expect(screen.getByText('SO1')).toBeInTheDocument()
})

describe('pictures', () => {
  const meeting = resourceOf('meeting')
  const section = pictures('meetingEvidence', { picture: 'fileUrl', by: 'evidenceType', needs: ['1', '2'] })
  const evidence = (id: string, evidenceType: number, fileName: string): WireRow => ({
    id,
    version: 0,
    meetingId: '9',
    evidenceType,
    fileUrl: `8${id}`,
    fileName,
    location: `地点${id}`,
  })
  const serve = (rows: WireRow[]) =>
    server.answer({
      'blade-act/meetingEvidence/list': () => pageOf(rows),
      'rounds/files': ({ id }) => ({
        fileUrl: [{ id: `8${id}`, name: 'a.png', extension: 'png', size: 1, link: `/api/rounds/file?id=8${id}` }],
      }),
    })
  const board = () =>
    show(
      <SectionView
        section={section}
        of={meeting}
        lifecycle={{ resource: 'meeting', transitions: {} }}
        row={{ id: '9', version: 0, name: '研讨会' }}
        ready
        under="h1"
      />,
    )
  const tile = (name: string) => screen.findByRole('button', { name: `查看 ${name}` })

  it('stand by what they show, and what is missing is said', async () => {
    serve([evidence('1', 3, '课件.png'), evidence('2', 1, '现场.png'), evidence('3', 1, '现场2.png')])
    board()
    await tile('现场.png')
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual(['现场照片 2', '课件 1'])
    expect(screen.getByText('缺少：签到表')).toBeInTheDocument()
    await waitFor(() => expect(document.querySelectorAll('[data-picture] img')).toHaveLength(3))
  })

  it('open in the evidence of their record, and by themselves where there is none', async () => {
    serve([evidence('1', 2, '签到.png'), evidence('2', 1, '现场.png')])
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    board()
    expect(screen.queryByText(/缺少/)).toBeNull()
    await waitFor(() => expect(document.querySelectorAll('[data-picture] img')).toHaveLength(2))
    await userEvent.click(await tile('现场.png'))
    expect(opened).toHaveBeenCalledWith('/api/rounds/file?id=82', '_blank', 'noreferrer')
    const stop = placed()
    await userEvent.click(await tile('签到.png'))
    expect([opened.mock.calls.length, evidenceState.open, evidenceState.wanted]).toEqual([1, true, '81'])
    closeEvidence()
    stop()
  })
})

it('files that the person may not open are counted and say so', async () => {
  const doctor = resourceOf('authenticationDoctor')
  await loadResource('authenticationDoctor')
  const link = (id: string) => ({ id, name: `${id}.png`, extension: 'png', size: 1, link: `/api/rounds/file?id=${id}` })
  server.answer({ 'rounds/files': () => ({ practiceCert: [link('81')] }) })
  show(
    <SectionView
      section={files(['idCardFront', 'practiceCert'])}
      of={doctor}
      lifecycle={{ resource: doctor.id, transitions: {} }}
      row={{ id: '9', version: 0, idCardFront: '80', practiceCert: '81' }}
      ready
      under="h2"
    />,
  )
  expect(await screen.findByRole('link', { name: '查看 81.png' })).toBeInTheDocument()
  expect(screen.getByText('1 个文件，您无权打开')).toBeInTheDocument()
})
