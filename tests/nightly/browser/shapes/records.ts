import { newCode, type Shapes, saved } from '../../../server/shapes/app.ts'

/** Records of every shape, all of one company: what the screens show. */
export async function plantShapes({ staff, companies, partner }: Shapes): Promise<void> {
  const [company] = companies
  const add = (path: string, values: object) => saved(staff, `blade-shape/${path}`, values)
  const owned = (values: object) => ({ entrustedCompanyId: company, ...values })
  const meetings = [
    await add('meeting', owned({ code: newCode(), fiscalTaxId: partner, place: '杭州国际博览中心三层 3 号厅' })),
    await add('meeting', owned({ code: newCode(), fiscalTaxId: partner, place: '上海' })),
  ]
  await add('demoMeeting', owned({ code: newCode(), fiscalTaxId: partner, scene: '演示场景' }))
  const opening = await add('agenda', { meetingId: meetings[0]?.id, topic: '开场', minutes: 15 })
  await add('agenda', { meetingId: meetings[0]?.id, topic: '闭幕' })
  await add('note', { agendaId: opening.id, said: '欢迎各位', saidAt: '2024-06-15 09:00:00' })
  await add('setting', { label: '默认设置', meetingId: meetings[0]?.id })
  for (const amount of ['10.50', '20.00']) await add('claim', owned({ meetingId: meetings[0]?.id, kind: 1, amount }))
  const apply = await add('apply', owned({ name: '六月第一批' }))
  await add('item', { applyId: apply.id, serial: 'S0001', amount: '1234.50' })
  await add('message', owned({ subject: '订单确认' }))
  await add('report', owned({ name: '六月报告', applyId: apply.id, phone: '13800138000' }))
  await add('reportPoint', owned({ name: '六月积分报告', points: 120 }))
  await add('article', owned({ title: '高血压患者的日常管理', body: '<h2>饮食</h2><p>每日<strong>少盐</strong></p>' }))
  await add(
    'template',
    owned({
      title: '病例模板',
      attributes: [
        { label: '姓名', type: 1, must: 1, most: 1, fee: '12.00' },
        { label: '年龄', type: 2, must: 0, most: null, fee: null },
      ],
      meetingIds: meetings.map((m) => m.id),
      apiKey: 'secret-1',
    }),
  )
  const top = await add('unit', owned({ unitName: '总部', sort: 1 }))
  await add('unit', owned({ unitName: '财务部', parentId: top.id, sort: 1 }))
  await add('unit', owned({ unitName: '研发部', parentId: top.id, sort: 2 }))
  await add('region', { code: '33', regionName: '浙江省' })
  await add('region', { code: '3301', parentCode: '33', regionName: '杭州市' })
}
