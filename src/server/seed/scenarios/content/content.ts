import { intent } from '../../../../model/administration/system/intent.ts'
import { contentEvent } from '../../../../model/content/contentEvent.ts'
import { contentManagement } from '../../../../model/content/contentManagement.ts'
import { iconInfo, pageIconRel, pageInfo } from '../../../../model/content/pages.ts'
import { mpFollowUser, shareQrCode } from '../../../../model/content/sharing.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { SENSITIVE } from '../../../domains/administration/access/dictionaries.ts'
import { readerDid } from '../../../domains/content/readers.ts'
import { sandbox } from '../../../ports/contentSafety/sandbox.ts'
import { DISEASES } from '../../values/names.ts'
import { Prng } from '../../values/prng.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { type Character, nowOf, type Stage, SYSTEM } from '../stage/stage.ts'

const { intentStatus } = statesOf(intent)

/** The last state of a content in the demo. */
const OUTCOMES = [
  'published',
  'published',
  'waiting',
  'draft',
  'rejected',
  'takenDown',
  'scheduled',
  'waiting',
] as const
const KINDS = ['诊疗指南解读', '病例分享', '用药安全提醒', '专家访谈'] as const
const TYPES = [1, 2, 3] as const
const COMMENTS = [
  '很有帮助，感谢分享',
  '请问有相关文献吗？',
  '期待下一期',
  '与临床经验一致',
  '建议补充随访数据',
] as const

/** Contents in which the machine finds a sensitive word. */
const doubtful = (n: number): boolean => n % 6 === 5

/** The machine has read a content that was submitted. */
async function machineAnswered(stage: Stage, at: string, id: string): Promise<void> {
  stage.idAt(at)
  await stage.as(SYSTEM).work(async (work) => {
    const [request] = await work.rows(intent, { portCall: 'check', bizId: id, intentStatus: intentStatus.pending })
    const row = await work.row(contentManagement, id)
    if (!request || !row) throw new Error(`no machine was asked about the content ${id}`)
    const { check } = sandbox()
    const words = SENSITIVE.map((word) => ({ word }))
    const answer = await check.call(
      { title: row.title, text: row.content, words },
      { key: request.requestKey ?? '', attempt: 1, signal: new AbortController().signal },
    )
    await work.lock(contentManagement, [id])
    await work.step(intent, request.id, 'send')
    await work.step(intent, request.id, 'succeed', { answer })
  })
}

interface Editors {
  /** Writes content; the other one reviews it. */
  readonly author: Character
  readonly reviewer: Character
  /** Certified doctors who read, and some of whom write. */
  readonly readers: readonly Doctor[]
}

/** Content by its authors: written, submitted and reviewed through the rules. */
export async function addContent(stage: Stage, { author, reviewer, readers }: Editors, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const outcome = OUTCOMES[n % OUTCOMES.length]
    const [writes, reviews] = n % 3 === 0 ? [reviewer, author] : [author, reviewer]
    const days = outcome === 'waiting' || outcome === 'draft' ? 1 + (n % 6) : 10 + ((n * 7) % 120)
    const createdAt = atTime(workdayBefore(plusDays(stage.today, -days)), 9 + (n % 6), (n * 13) % 60)
    const later = outcome === 'scheduled'
    const disease = DISEASES[n % DISEASES.length]
    const wrote = n % 3 === 1 ? readers[n % readers.length] : undefined
    const isNamed = n % 5 === 4
    const named = isNamed ? [0, 1, 2].flatMap((m) => readers[(n + m) % readers.length] ?? []) : []
    const { id } = await stage.existing(contentManagement, createdAt, writes, {
      title: `${disease}${KINDS[n % KINDS.length]}`,
      content: `<p>${disease}的诊疗进展与临床经验。</p>${doubtful(n) ? '<p>目前没有可以根治的特效药。</p>' : ''}<p>内容由平台审核后发布，仅供医学专业人士参考。</p>`,
      contentType: TYPES[n % 3],
      readAuthority: isNamed ? 2 : n % 2 === 0 ? 1 : 0,
      readerIds: named.map((d) => d.id),
      readerNames: named.map((d) => d.doctorName).join('、') || null,
      isComment: n % 7 === 6 ? 0 : 1,
      isRecommend: n % 4 === 0 ? 1 : 0,
      isTimedPublish: later ? 1 : 0,
      timedPublishTime: later ? atTime(plusDays(stage.today, 3 + (n % 9)), 8) : null,
      authorId: wrote?.id ?? null,
      authorName: wrote?.doctorName ?? null,
    })
    if (outcome === 'draft') continue
    const decide = (who: Character, hours: number, transition: string, ask: Readonly<Record<string, unknown>> = {}) =>
      stage.agenda.at(
        `${createdAt.slice(0, 11)}${String(Number(createdAt.slice(11, 13)) + hours).padStart(2, '0')}${createdAt.slice(13)}`,
        async () => {
          await stage.as(who).decide({ resource: 'contentManagement', id, transition, ask })
        },
      )
    const submitted = `${createdAt.slice(0, 11)}${String(Number(createdAt.slice(11, 13)) + 1).padStart(2, '0')}${createdAt.slice(13)}`
    decide(writes, 1, 'publish')
    stage.agenda.at(plusSeconds(submitted, 20), () => machineAnswered(stage, plusSeconds(submitted, 20), id))
    if (outcome === 'waiting') continue
    if (outcome === 'rejected') decide(reviews, 2, 'audit.reject', { auditRemark: '请补充资料来源' })
    else
      decide(
        reviews,
        2,
        later ? 'audit.schedule' : 'audit.pass',
        doubtful(n) ? { auditRemark: '引用指南原文，可以发布' } : {},
      )
    if (outcome === 'takenDown') decide(reviews, 3, 'takeDown')
    // the app knows the readers of a content for named doctors
    if (outcome === 'published' && n % 5 !== 4) read(stage, author, { contentId: id, readers, since: createdAt, n })
  }
}

interface Reading {
  readonly contentId: string
  readonly readers: readonly Doctor[]
  readonly since: string
  readonly n: number
}

/**
 * A content is read, liked, shared and commented on, as the doctors' app tells of it: three comments, the second an answer to
 * the first; of most contents one is hidden again.
 */
function read(stage: Stage, moderator: Character, { contentId, readers, since, n }: Reading): void {
  const prng = new Prng(20240106 + n)
  const did = (at: string, doctor: Doctor, type: 3 | 4 | 5 | 6, more: { text?: string; parentId?: string } = {}) =>
    stage.as(SYSTEM).work(async (work) => {
      stage.idAt(at)
      return readerDid(work, { contentId, doctorId: doctor.id, type, text: null, parentId: null, ...more })
    })
  for (const doctor of readers) {
    const day = workdayAfter(plusDays(since, 1 + prng.int(0, 6)))
    const at = atTime(day, prng.int(8, 20), prng.int(0, 59))
    const kinds = [4, ...(prng.int(0, 2) === 0 ? [6] : []), ...(prng.int(0, 5) === 0 ? [5] : [])] as (4 | 5 | 6)[]
    if (at.slice(0, 10) < stage.today)
      for (const [i, type] of kinds.entries())
        stage.agenda.at(plusSeconds(at, 20 * i), async () => void (await did(plusSeconds(at, 20 * i), doctor, type)))
  }
  if (n % 7 === 6) return
  const day = workdayAfter(plusDays(since, 1))
  let above: string | null = null
  for (let i = 0; i < 3; i += 1) {
    const at = atTime(day, 10 + i, (n * 7) % 60)
    stage.agenda.at(at, async () => {
      const doctor = readers[(n * 3 + i) % readers.length] as Doctor
      const text = COMMENTS[(n + i) % COMMENTS.length] as string
      const made = await did(at, doctor, 3, { text, ...(i === 1 && above ? { parentId: above } : {}) })
      const comment = nowOf(stage, contentEvent, made).commentId
      above = comment
      if (i === 2 && n % 5 < 3 && comment)
        stage.agenda.at(atTime(day, 16), async () => {
          await stage.as(moderator).decide({ resource: 'commenManagement', id: comment, transition: 'hide' })
        })
    })
  }
}

const WISHES = [
  [1, '希望支持批量导出结算单', '每月导出一次，逐张导出较慢。'],
  [2, '医生信息有误', '部分医生的科室与实际不符，请核对。'],
  [3, '付款时间较长', '上周提交的付款仍未到账。'],
  [4, '希望增加操作手册', '新员工上手需要说明文档。'],
  [1, '列表希望记住筛选条件', '每次进入都要重新选择。'],
] as const

/** Feedback of people of the platform and its clients, answered by the content team, some of it closed. */
export function addFeedback(stage: Stage, by: readonly Character[], editor: Character, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const [feedbackType, title, content] = WISHES[n % WISHES.length] as (typeof WISHES)[number]
    const day = workdayBefore(plusDays(stage.today, -2 - n * 3))
    stage.agenda.at(atTime(day, 10, n), async () => {
      const who = by[n % by.length] as Character
      const { id } = await stage.as(who).save('feedback', {
        title,
        feedbackType,
        content,
        contactPhone: `1990000${String(1000 + n)}`,
      })
      if (n % 3 === 0) return
      stage.agenda.at(atTime(day, 15, n), async () => {
        await stage.as(editor).decide({
          resource: 'feedback',
          id,
          transition: 'reply',
          ask: { replyContent: '已收到，我们会在下个版本中改进。' },
        })
        if (n % 3 === 2) await stage.as(editor).decide({ resource: 'feedback', id, transition: 'close' })
      })
    })
  }
}

/** Pages of the app with their icons, QR codes and followers. */
export async function addPages(stage: Stage, since: string, who: Character, doctors: readonly Doctor[]): Promise<void> {
  const day = plusDays(since, 5)
  const icons: { id: string; iconName: string }[] = []
  for (const [i, [iconName, linkType, linkUrl]] of (
    [
      ['我的任务', 1, '/tasks'],
      ['我的收入', 1, '/income'],
      ['电子协议', 1, '/protocols'],
      ['学术资讯', 1, '/articles'],
      ['积分商城', 3, 'pages/mall/index'],
      ['合作期刊', 2, 'https://journal.example.com'],
      ['帮助中心', 2, 'https://help.example.com'],
      ['旧版入口', 3, 'pages/old/index'],
    ] as const
  ).entries())
    icons.push(
      (await stage.existing(iconInfo, atTime(day, 9, i), who, {
        iconName,
        linkType,
        linkUrl,
        sort: i + 1,
        enableStatus: i === 7 ? 0 : 1,
      })) as { id: string; iconName: string },
    )
  for (const [i, [pageName, pageCode, pageType, on]] of (
    [
      ['首页', 'home', 1, true],
      ['学术周活动页', 'campaign-week', 2, true],
      ['个人中心', 'mine', 3, true],
      ['年会活动页', 'campaign-year', 2, false],
      ['旧版首页', 'home-old', 1, false],
      ['旧版个人中心', 'mine-old', 3, false],
    ] as const
  ).entries()) {
    const made = await stage.existing(pageInfo, atTime(day, 10, i), who, {
      pageName,
      pageCode,
      pageType,
      title: `医联医生端 · ${pageName}`,
      config: { columns: 4, banner: i < 2 },
    })
    for (const [n, icon] of icons.slice(i, i + 3).entries())
      await stage.existing(pageIconRel, atTime(day, 11, i, n), who, {
        pageId: made.id,
        pageName,
        iconId: icon.id,
        iconName: icon.iconName,
        sort: n + 1,
      })
    if (on)
      stage.agenda.at(atTime(day, 12, i), async () => {
        await stage.as(who).decide({ resource: 'pageInfo', id: made.id, transition: 'enable' })
      })
  }
  for (let n = 0; n < 6; n += 1)
    await stage.existing(shareQrCode, atTime(plusDays(stage.today, -90 + n * 14), 11), who, {
      title: ['学术周报名', '医生注册', '病例征集', '专题讲座', '满意度调查', '资料下载'][n],
      bizType: ['学术活动', '注册', '病例征集', '专题讲座', '问卷', '下载'][n],
      pageUrl: `https://app.example.com/share/${n + 1}`,
      scanCount: (n * 53) % 200,
      expireTime: atTime(plusDays(stage.today, n === 5 ? -10 : 120), 23),
    })
  for (const [n, d] of doctors.slice(0, 30).entries())
    await stage.existing(mpFollowUser, atTime(plusDays(stage.today, -200 + n * 5), 20), who, {
      nickName: `${(d.doctorName ?? '').slice(0, 1)}医生`,
      openId: `wx_${(n * 2_654_435_761).toString(36).padStart(12, '0')}`,
      subscribeStatus: n % 8 === 7 ? 0 : 1,
      subscribeTime: atTime(plusDays(stage.today, -200 + n * 5), 20),
      doctorId: n % 3 === 2 ? null : d.id,
      doctorName: n % 3 === 2 ? null : d.doctorName,
    })
}
