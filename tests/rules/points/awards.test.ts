import { beforeEach, describe, expect, it } from 'vitest'
import { commenManagement } from '../../../src/model/content/comment.ts'
import { contentEvent } from '../../../src/model/content/contentEvent.ts'
import { contentManagement } from '../../../src/model/content/contentManagement.ts'
import { integralAccount } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../src/model/people/certification.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { pointsAccount, yuanbaoDetail } from '../../../src/model/points/account.ts'
import { doctorAward } from '../../../src/model/points/award.ts'
import { RULE_KINDS } from '../../../src/model/points/kinds.ts'
import { rule } from '../../../src/model/points/rules.ts'
import { type Play, playInMemory } from '../../../src/server/deciding/play.ts'
import { readerDid } from '../../../src/server/domains/content/readers.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { testDomains } from '../../server/domains.ts'
import { loader, person } from '../people.ts'

const { certStatus } = statesOf(authenticationDoctor)
const { status } = statesOf(contentManagement)
const { awardStatus } = statesOf(doctorAward)
const { faceStatus } = statesOf(customerCertificationRecord)
const { blackStatus } = statesOf(userBlacklist)

/** Points by rules (3.25, INV-39): what events earn, once each, within the day; what the platform has to be issued first. */

const TENANT = '000901'
let play: Play
const by = (alias: string, n: number) => person(TENANT, alias, { userId: String(700 + n), name: `人${n}` })
const [ops, finance, finance2, writer, editor] = [
  by('ops', 1),
  by('finance', 2),
  by('finance', 3),
  by('content', 4),
  by('content', 5),
]
const system = person(TENANT, 'administrator', { userId: '0', name: '系统', account: '' })

beforeEach(() => {
  play = playInMemory({ domains: testDomains, tenantId: TENANT, at: '2024-06-15 10:00:00' })
})
const born = <R extends AnyResource>(of: R, values: object) =>
  play.as(loader(TENANT)).load((work) => work.insert(of, values as never))
const live = <R extends AnyResource>(of: R) => play.store.table(of).live(of, {}) as unknown as RowOf<R>[]
const now = <R extends AnyResource>(of: R, id: string) => play.store.table(of).get(of, id) as unknown as RowOf<R>
const decide = (who: typeof ops, resource: string, id: string, transition: string, ask = {}) =>
  play.as(who).decide({ resource, id, transition, ask })
const rules = (more: Partial<Record<keyof typeof RULE_KINDS, object>> = {}) =>
  Promise.all(
    Object.keys(RULE_KINDS).map((kind) => {
      const type = Number(kind) as keyof typeof RULE_KINDS
      return born(rule, { type, typeName: `规则${kind}`, pointNum: 10 + type, status: 0, ...more[type] })
    }),
  )
let doctors = 0
const doctor = (more = {}) => {
  doctors += 1
  return born(authenticationDoctor, {
    doctorName: `医${doctors}`,
    phone: `1990000${1000 + doctors}`,
    idCardNumber: idCardOf(doctors, false),
    certStatus: certStatus.certified,
    ...more,
  })
}
const published = (more = {}) =>
  born(contentManagement, {
    title: '文',
    content: '<p>文</p>',
    status: status.published,
    isComment: 1,
    interaction: 1,
    ...more,
  })
const did = (
  contentId: string,
  doctorId: string,
  type: 3 | 4 | 5 | 6,
  text: string | null = null,
  parentId: string | null = null,
) => play.as(system).work((work) => readerDid(work, { contentId, doctorId, type, text, parentId }))
const give = (id: string) =>
  play.as(system).work(async (work) => {
    await work.lock(authenticationDoctor, [now(doctorAward, id).doctorId ?? ''])
    await work.step(doctorAward, id, 'give')
  })
const earned = (type: number) => live(doctorAward).filter((row) => row.type === type)
const promised = invariants.filter((i) => /^(INV-3[569]|3\.25)/.test(i.id))
const holds = () =>
  expect(brokenInMemory((of) => play.store.table(of).live(of, {}), promised).map((f) => f.id)).toEqual([])

describe('an event of each kind', () => {
  it('earns what the effective rule says: a doctor is added, certified, and has written what is published', async () => {
    await rules()
    const made = await play.as(ops).save('authenticationDoctor', {
      doctorName: '李医',
      phone: '19900000001',
      hospitalName: '一院',
    })
    expect(earned(0)).toMatchObject([
      { doctorId: made.id, points: 10, awardStatus: awardStatus.pending, nth: 1, bizId: made.id },
    ])
    const one = await doctor({ certStatus: certStatus.inProgress })
    for (let n = 0; n < 2; n += 1) {
      const record = await born(customerCertificationRecord, {
        certType: 2,
        customerId: one.id,
        customerName: one.doctorName,
        certNo: one.idCardNumber,
        faceStatus: faceStatus.passed,
        threeElement: 1,
      })
      await decide(ops, 'customerCertificationRecord', record.id, 'audit.pass')
    }
    // certified anew: once in a lifetime
    expect(earned(1)).toMatchObject([{ doctorId: one.id, points: 11 }])
    const { id } = await play.as(writer).save('contentManagement', {
      title: '文',
      content: '<p>文</p>',
      authorId: one.id,
    })
    await decide(writer, 'contentManagement', String(id), 'publish')
    expect(earned(2)).toEqual([])
    await decide(editor, 'contentManagement', String(id), 'audit.pass')
    expect(earned(2)).toMatchObject([{ doctorId: one.id, bizId: id, points: 12 }])
    await decide(editor, 'contentManagement', String(id), 'takeDown')
    await decide(editor, 'contentManagement', String(id), 'putBack')
    expect(earned(2)).toHaveLength(1)
    await holds()
  })

  it('of content that appears on time earns when it appears, not when it is approved', async () => {
    await rules()
    const one = await doctor()
    const { id } = await born(contentManagement, {
      title: '文',
      content: '<p>文</p>',
      status: status.scheduled,
      authorId: one.id,
    })
    await play.as(system).work((work) => work.step(contentManagement, id, 'appear'))
    expect(earned(2)).toMatchObject([{ doctorId: one.id }])
  })

  it('of readers: a comment each, a content once; it is counted, and a hidden or deleted comment no longer', async () => {
    await rules()
    const [one, other] = [await doctor(), await doctor()]
    const { id } = await published()
    await did(id, one.id, 4)
    await did(id, one.id, 4)
    await did(id, one.id, 5)
    const like = await did(id, one.id, 6)
    expect(await did(id, one.id, 6)).toBe(like)
    await did(id, other.id, 6)
    const first = now(contentEvent, await did(id, one.id, 3, '很好')).commentId as string
    const second = now(contentEvent, await did(id, other.id, 3, '同意', first)).commentId as string
    const counts = { viewCount: 2, forwardCount: 1, likeCount: 2, commentCount: 2, version: 0 }
    expect(now(contentManagement, id)).toMatchObject(counts)
    expect(now(commenManagement, first)).toMatchObject({ commentNum: 1, commenterName: one.doctorName })
    expect([3, 4, 5, 6].map((type) => earned(type).length)).toEqual([2, 1, 1, 2])
    await holds()
    await decide(editor, 'commenManagement', second, 'hide')
    expect(now(contentManagement, id).commentCount).toBe(1)
    expect(now(commenManagement, first).commentNum).toBe(0)
    await decide(editor, 'commenManagement', second, 'show')
    expect(now(commenManagement, first).commentNum).toBe(1)
    await play.as(editor).remove('commenManagement', [second])
    expect(now(contentManagement, id).commentCount).toBe(1)
    await holds()
  })

  it('is of a content that the doctor may read, and of what it takes', async () => {
    const [one, raw] = [await doctor(), await doctor({ certStatus: certStatus.none })]
    const refused = async (more: object, type: 3 | 4 | 6, who = one, text: string | null = '好') =>
      expect(did((await published(more)).id, who.id, type, text)).rejects
    await (await refused({ status: 1 }, 4)).toThrow('未发布')
    await (await refused({ readAuthority: 1 }, 4, raw)).toThrow('认证医生')
    await (await refused({ readAuthority: 2, readerIds: [raw.id] }, 4)).toThrow('指定医生')
    await (await refused({ readAuthority: 2 }, 4)).toThrow('指定医生')
    expect(await did((await published({ readAuthority: 2, readerIds: [raw.id] })).id, raw.id, 4)).toBeTruthy()
    const nobodys = await published({ readAuthority: 2, status: 0 })
    await expect(decide(editor, 'contentManagement', nobodys.id, 'publish')).rejects.toThrow('请先选择指定医生')
    await (await refused({ isComment: 0 }, 3)).toThrow('不允许评论')
    await (await refused({ interaction: 0 }, 6)).toThrow('不允许互动')
    await (await refused({}, 3, one, ' ')).toThrow('评论内容')
    const [here, there] = [await published(), await published()]
    const elsewhere = now(contentEvent, await did(there.id, one.id, 3, '好')).commentId
    await expect(did(here.id, one.id, 3, '好', elsewhere)).rejects.toThrow('所回复的评论不存在')
  })
})

describe('the rule', () => {
  it('limits the day, and an amount that is changed is that of later events', async () => {
    const [, , , , browse] = await rules({ 4: { dailyLimit: 2 } })
    const one = await doctor()
    const contents = await Promise.all(Array.from({ length: 5 }, () => published()))
    const read = (n: number) => did(contents[n]?.id ?? '', one.id, 4)
    await read(0)
    await play.as(loader(TENANT)).load(async (work) => {
      await work.lock(rule, [browse?.id ?? ''])
      await work.update(rule, browse?.id ?? '', { pointNum: 99 })
    })
    await read(1)
    await read(2)
    expect(earned(4)).toMatchObject([
      { points: 14, nth: 1, dailyLimit: 2 },
      { points: 99, nth: 2, dailyLimit: 2 },
    ])
    play.clock.set('2024-06-16 00:00:01')
    await read(3)
    // what was over the limit was no award, and has not been given since
    await read(0)
    expect(earned(4)).toMatchObject([{}, {}, { eventDay: '2024-06-16', nth: 1 }])
    await holds()
  })

  it('that is not effective gives nothing, and nobody who is blacklisted gets anything', async () => {
    await rules({ 4: { status: 1 } })
    const [one, black] = [await doctor(), await doctor({ blackStatus: blackStatus.effective })]
    const { id } = await published()
    await did(id, one.id, 4)
    await did(id, black.id, 5)
    expect(live(doctorAward)).toEqual([])
  })

  it('has one place for an event and a place of the day: the store keeps no second', async () => {
    const values = { type: 4, doctorId: '5', bizType: 'contentManagement', bizId: '6', eventDay: '2024-06-15', nth: 1 }
    await born(doctorAward, { ...values, points: 1 })
    await expect(born(doctorAward, { ...values, nth: 2 })).rejects.toThrow()
    await expect(born(doctorAward, { ...values, bizId: '7' })).rejects.toThrow()
  })
})

describe('an award', () => {
  const asked = async (points: number) =>
    String((await play.as(finance).save('integralIssue', { points, reason: '奖励' })).id)

  it('waits until points are issued to the platform, by two persons, and is given once', async () => {
    await rules()
    const one = await doctor()
    await did((await published()).id, one.id, 4)
    const [award] = earned(4)
    await expect(give(award?.id ?? '')).rejects.toThrow('请先发行积分')
    const issue = await asked(20)
    await expect(decide(finance, 'integralIssue', issue, 'audit.pass')).rejects.toThrow()
    await decide(finance2, 'integralIssue', issue, 'audit.pass')
    await expect(decide(finance2, 'integralIssue', issue, 'audit.pass')).rejects.toThrow()
    const refused = await asked(500)
    await decide(finance2, 'integralIssue', refused, 'audit.reject', { reviewRemark: '太多' })
    await give(award?.id ?? '')
    await expect(give(award?.id ?? '')).rejects.toThrow()
    expect(live(pointsAccount)).toMatchObject([{ doctorId: one.id, points: 14 }])
    expect(live(yuanbaoDetail)).toMatchObject([{ changeType: 4, points: 14, bizType: 'doctorAward', bizId: award?.id }])
    const balance = (holderType: number) => live(integralAccount).find((a) => a.holderType === holderType)?.balance
    expect([balance(0), balance(2)]).toEqual([-20, 6])
    await holds()
    // what is left is too little for the next
    await did((await published()).id, one.id, 5)
    await expect(give(earned(5)[0]?.id ?? '')).rejects.toThrow('余额 6')
  })
})
