import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tokenOf } from '../../../../src/server/ports/baiduFace/sandbox.ts'
import { pngOf } from '../../../png.ts'
import { Activities } from '../toClear/activities.ts'
import { type Listed, type People, until } from '../toClear/people.ts'
import { Phone } from './phone.ts'

/** Purposes of links, and the family of whose record each is. */
const LINKS = {
  face: [2, 'authenticationDoctor'],
  report: [3, 'caseCollectionDoctor'],
  signIn: [4, 'meeting'],
  income: [6, 'authenticationDoctor'],
} as const
const REPORTS = 'blade-act/caseCollectionReport'

/** A link that staff make by hand. */
const linkOf = async (p: People, kind: keyof typeof LINKS, bizId: string, sentVia = 3): Promise<string> => {
  const [purpose, bizType] = LINKS[kind]
  return (await p.post<{ url: string }>('ops', 'blade-sys/doctorLink/create', { purpose, bizType, bizId, sentVia })).url
}

/** Text of the newest matching message, as the provider's sandbox shows it. */
async function messageTo(p: People, since: number, matches: RegExp): Promise<string> {
  let found = ''
  await until(async () => {
    const all = await p.list('admin', 'smsLog')
    const told = all.slice(0, all.length - since).flatMap((m) => matches.exec(String(m.params))?.[1] ?? [])
    found = told[0] ?? ''
    return found !== ''
  }, `no message says ${matches}`)
  return found
}
const messages = async (p: People): Promise<number> => (await p.list('admin', 'smsLog')).length
const LINK_SAID = /(\/d\/[\w-]+)/

/** A doctor with the numbers that lists mask. */
const wholeOf = (p: People, id: string): Promise<Listed> => p.get('admin', 'blade-authenticationDoctor/detail', { id })

/** A doctor who was paid before and answers agreements on the phone: the sandbox waits for those whose number ends with 6. */
async function paidDoctor(p: People): Promise<Listed> {
  const paid = new Set(
    (await p.list('admin', 'orderDoctorSettlement', { settleStatus_equal: 3 })).map((l) => l.doctorId),
  )
  const all = await p.list('admin', 'authenticationDoctor', {
    ...{
      certStatus_equal: 2,
      protocolStatus_equal: 1,
      esignStatus_equal: 1,
      blackStatus_equal: 0,
      faceStatus_equal: 1,
    },
  })
  const found = all.find((d) => /6$/.test(String(d.phone)) && paid.has(d.id))
  if (!found) throw new Error('no paid doctor waits for their own answer')
  return wholeOf(p, found.id)
}

/** A doctor whose face was not proved yet, and whom the sandbox takes for themselves. */
async function facelessDoctor(p: People): Promise<Listed> {
  for (const { id } of await p.list('admin', 'authenticationDoctor', { faceStatus_equal: 0, blackStatus_equal: 0 })) {
    const doctor = await wholeOf(p, id)
    if (tokenOf(String(doctor.idCardNumber), 'k').startsWith('BF-PASSED')) return doctor
  }
  throw new Error('no doctor without a face passes the check')
}

interface Walk {
  readonly browser: Browser
  readonly url: string
  readonly p: People
  /** Keeps a picture of a page, or does nothing. */
  readonly picture?: (page: Page, name: string) => Promise<void>
}

/**
 * A doctor on their own phone, by touch: invited and signed, a face proved, a report with a photograph handed in through a
 * network that went away, refused, corrected and accepted, and what was paid with its taxes.
 */
export async function walkPhone({ browser, url, p, picture = async () => {} }: Walk): Promise<void> {
  const a = new Activities(p)
  const doctor = await paidDoctor(p)
  const idCard = String(doctor.idCardNumber)
  const context = await browser.newContext({ ...Phone.options('chrome'), baseURL: url })
  try {
    const phone = new Phone(context, await context.newPage(), picture)
    const { page } = phone

    // the invitation with its fee
    const plan = await a.planned('caseCollection', '手机上的病例征集', { unitFee: '1200' })
    let since = await messages(p)
    await a.invite('caseCollection', plan, [doctor], 1)
    await phone.open(await messageTo(p, since, LINK_SAID), '活动邀请')
    await phone.identify(idCard)
    await phone.sees('手机上的病例征集')
    await phone.sees(/1,?200\.00/)
    await phone.fits('invitation')
    await phone.tap('同意并签署')
    await phone.sees('请先勾选已阅读并同意')
    await phone.tap('我已阅读协议并同意其内容')
    await phone.tap('同意并签署')
    await phone.sees('协议已签署')
    await phone.fits('signed')
    const part = await p.one('ops', 'caseCollectionDoctor', { caseCollectionId_equal: plan })
    expect(part.agreementStatus).toBe(1)

    // the face
    const faceless = await facelessDoctor(p)
    await phone.open(await linkOf(p, 'face', faceless.id), '人脸核验')
    await phone.identify(String(faceless.idCardNumber))
    await phone.sees(/光线充足/)
    await phone.fits('face')
    await phone.tap('开始人脸核验')
    await page.locator('a', { hasText: '前往核验' }).waitFor()
    await phone.fits('face-ready')
    await phone.tap('前往核验')
    await page.waitForURL(/faceverify/)
    await phone.sees(/核验(已)?通过|核验结果/)
    await phone.fits('face-provider')
    await page.goBack()
    await phone.tap('我已完成，查询结果')
    await phone.sees('已完成')
    await phone.fits('face-done')

    // the report, through a network that goes away
    await a.start('caseCollection', plan)
    const link = await linkOf(p, 'report', part.id)
    await phone.open(link, '填写报告')
    await phone.fits('report')
    await phone.tap('提交报告')
    await phone.sees('请填写此项')
    await phone.fits('report-missing')
    await phone.tap('女')
    await phone.type(/患者年龄/, '47')
    await context.setOffline(true)
    await phone.type(/主诉/, '晨起头晕两周')
    await phone.sees('网络不可用，草稿已保存在本机')
    await phone.fits('report-offline')
    await context.setOffline(false)
    await phone.sees(/草稿已保存 \d/)
    await page.reload()
    await expect.poll(() => page.getByLabel(/主诉/).inputValue()).toBe('晨起头晕两周')
    expect(await page.getByLabel('女').isChecked()).toBe(true)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), phone.tap('拍照')])
    await chooser.setFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer: pngOf(1200, 1600) })
    await page.locator('.photos img').first().waitFor()
    await phone.fits('report-filled')
    await phone.tap('提交报告')
    await phone.sees('报告已提交')
    await phone.fits('report-done')
    const report = await p.one('ops', 'caseCollectionReport', { caseCollectionId_equal: plan })
    expect(report).toMatchObject({ submitType: 1, approvalStatus: 0, doctorId: doctor.id })

    // the report is refused and corrected
    since = await messages(p)
    const reason = '请补充就诊日期与检查结果'
    // the maker of the link reviews nothing that came by it
    await p.post('ops2', `${REPORTS}/audit`, { id: report.id, auditType: 1, status: 2, remark: reason })
    await phone.open(await messageTo(p, since, LINK_SAID), '补正报告')
    await phone.sees(reason)
    expect(await page.getByLabel(/主诉/).inputValue()).toBe('晨起头晕两周')
    await phone.fits('correction')
    await phone.type(/现病史/, '血压 150/95，余无异常。')
    await phone.tap('重新提交')
    await phone.sees('报告已提交')
    await p.post('ops2', `${REPORTS}/audit`, { id: report.id, auditType: 1, status: 1 })
    await p.post('ca001', `${REPORTS}/audit`, { id: report.id, auditType: 2, status: 1 })
    const order = await p.one('admin', 'orderDoctor', { bizId_equal: report.id })
    expect(order).toMatchObject({ doctorId: doctor.id, feeAmount: '1200.00' })

    // the payment
    await phone.open(await linkOf(p, 'income', doctor.id), '收入与完税')
    since = await messages(p)
    await phone.identify(idCard)
    await phone.sees(/验证码已发送/)
    await phone.fits('income-code')
    await phone.type(/短信验证码/, await messageTo(p, since, /(\d{6})/))
    await phone.tap('下一步')
    await phone.sees('代扣税费')
    await phone.sees('实付')
    await phone.fits('income')
  } finally {
    await context.close()
  }
}

/** Anybody who scans the code of a meeting signs in to it, in the browser of WeChat. */
export async function walkSignIn({ browser, url, p, picture = async () => {} }: Walk): Promise<void> {
  const a = new Activities(p)
  const [doctor] = await a.doctors(1)
  const meeting = await a.planned('meeting', '手机签到的会议', {
    ...{ meetingType: 2, planSearchNum: 1, expectNum: 10 },
    ...{ startTime: '2024-06-15 00:00:00', endTime: '2024-06-15 23:59:00' },
  })
  if (doctor) await a.invite('meeting', meeting, [doctor], 1)
  await a.signed([meeting])
  await a.start('meeting', meeting)
  const link = await linkOf(p, 'signIn', meeting, 2)
  const context = await browser.newContext({ ...Phone.options('wechat'), baseURL: url })
  try {
    const phone = new Phone(context, await context.newPage(), picture)
    await phone.open(link, '会议签到')
    await phone.sees('手机签到的会议')
    await phone.fits('sign-in')
    await phone.tap(/^签到$/)
    await phone.sees('请填写此项')
    await phone.fits('sign-in-missing')
    await phone.type(/姓名/, '周扫码')
    await phone.type(/手机号/, '13912345670')
    await phone.type(/医院/, '苏州市第一医院')
    await phone.tap(/^签到$/)
    await phone.sees('签到成功')
    await phone.fits('signed-in')
    expect(await p.one('admin', 'meetingAttend', { meetingId_equal: meeting })).toMatchObject({
      userName: '周扫码',
      signType: 1,
    })
  } finally {
    await context.close()
  }
}
