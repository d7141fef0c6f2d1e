import '../../src/server/modules/install.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentAudit } from '../../src/model/content/contentAudit.ts'
import { contentManagement } from '../../src/model/content/contentManagement.ts'
import { authenticationDoctor } from '../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../src/model/people/certification.ts'
import { doctorLibrary } from '../../src/model/people/doctorLists.ts'
import { entrustedCompany } from '../../src/model/people/entrustedCompany.ts'
import { entrustedThirdRel } from '../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../src/model/people/thirdPlatform.ts'
import { type Play, playInMemory } from '../../src/server/decisions/play.ts'
import type { AnyResource } from '../../src/server/writes/rows.ts'
import { loader, person } from './people.ts'

/** Rules of people and content (3.7, 3.8, 3.25), in memory. */

const TENANT = '000900'
let play: Play
const at = '2024-06-15 10:00:00'
const by = (alias: string, n: number, more = {}) =>
  person(TENANT, alias, { userId: String(900 + n), name: `人${n}`, ...more })
const [ops, finance, writer, editor] = [by('ops', 1), by('finance', 2), by('content', 3), by('content', 4)]
const company = by('companyAdmin', 5, { company: '77' })

beforeEach(() => {
  play = playInMemory({ tenantId: TENANT, at })
})
const born = <R extends AnyResource>(of: R, values: object) =>
  play.as(loader(TENANT)).load((work) => work.insert(of, values as never))
const now = <R extends AnyResource>(of: R, id: string) => play.store.table(of).get(of, id) as Record<string, unknown>
const decide = (who: typeof ops, resource: string, id: string, transition: string, ask = {}) =>
  play.as(who).decide({ resource, id, transition, ask })

describe('certification', () => {
  const asked = async (checks: object, certStatus = 1) => {
    const doctor = await born(authenticationDoctor, {
      code: 'D1',
      doctorName: '张医生',
      hospitalName: '一院',
      phone: '19900000001',
      certStatus,
    })
    const record = await born(customerCertificationRecord, {
      certType: 2,
      customerId: doctor.id,
      customerName: '张医生',
      ...checks,
    })
    return { doctor: doctor.id, record: record.id }
  }

  it('passes with a verified face and elements that agree; the doctor is certified and stands in the library once', async () => {
    const { doctor, record } = await asked({ faceStatus: 1, threeElement: 1 })
    await decide(ops, 'customerCertificationRecord', record, 'audit.pass')
    expect(now(authenticationDoctor, doctor).certStatus).toBe(2)
    expect(now(customerCertificationRecord, record)).toMatchObject({ approvalStatus: 1, approvalOfficer: '人1' })
    const library = play.store.table(doctorLibrary).all(doctorLibrary)
    expect(library.map((l) => [l.doctorName, l.source, l.authDoctorId])).toEqual([['张医生', 2, doctor]])
  })

  it.each([[{ faceStatus: 3, threeElement: 1 }], [{ faceStatus: 1, threeElement: 2 }]])(
    'does not pass with %o',
    async (checks) => {
      const { doctor, record } = await asked(checks)
      await expect(decide(ops, 'customerCertificationRecord', record, 'audit.pass')).rejects.toThrow('人脸核验与三要素')
      expect(now(authenticationDoctor, doctor).certStatus).toBe(1)
    },
  )

  it('says why it is rejected, and the doctor is told', async () => {
    const { doctor, record } = await asked({ faceStatus: 2 })
    await expect(decide(ops, 'customerCertificationRecord', record, 'audit.reject')).rejects.toThrow('请输入驳回原因')
    await decide(ops, 'customerCertificationRecord', record, 'audit.reject', { remark: '照片不清' })
    expect(now(authenticationDoctor, doctor).certStatus).toBe(3)
    await expect(decide(company, 'customerCertificationRecord', record, 'audit.pass')).rejects.toThrow()
  })
})

describe('partners of a company', () => {
  it('are in force once for each tax item', async () => {
    const client = await born(entrustedCompany, {
      code: 'C1',
      name: '甲公司',
      socialCreditCode: '9',
      legalPerson: '甲',
    })
    const partner = await born(thirdPlatform, { code: 'T1', name: '财税', thirdType: 1 })
    const link = (taxItemCodes: string) =>
      born(entrustedThirdRel, {
        entrustedId: client.id,
        entrustedName: '甲公司',
        thirdPlatformId: partner.id,
        thirdPlatformName: '财税',
        thirdType: 1,
        taxItemCodes,
      })
    const [first, second, third] = [await link('TI01,TI02'), await link('TI02，TI03'), await link('TI03')]
    await decide(finance, 'entrustedThirdRel', first.id, 'audit.pass')
    await expect(decide(finance, 'entrustedThirdRel', second.id, 'audit.pass')).rejects.toThrow(
      '税目 TI02 已有生效的合作方',
    )
    await decide(finance, 'entrustedThirdRel', third.id, 'audit.pass')
    await expect(decide(ops, 'entrustedThirdRel', second.id, 'audit.pass')).rejects.toThrow()
  })

  it('wait while what admission causes is not there: nobody admits a company', async () => {
    const client = await born(entrustedCompany, {
      code: 'C2',
      name: '乙公司',
      socialCreditCode: '8',
      legalPerson: '乙',
    })
    await expect(decide(ops, 'entrustedCompany', client.id, 'audit.pass')).rejects.toThrow()
    expect(now(entrustedCompany, client.id).auditStatus).toBe(0)
    const rejected = await born(entrustedCompany, {
      code: 'C3',
      name: '丙公司',
      socialCreditCode: '7',
      legalPerson: '丙',
      auditStatus: 2,
    })
    await play.as(ops).save('entrustedCompany', { id: rejected.id, contactName: '丁' })
    expect(now(entrustedCompany, rejected.id)).toMatchObject({ contactName: '丁', auditStatus: 0 })
  })
})

describe('content', () => {
  const written = (values: object = {}) =>
    play.as(writer).work((work) => work.insert(contentManagement, { title: '指南', content: '<p>文</p>', ...values }))

  it('is let pass by somebody else, with a record of the audit', async () => {
    const { id } = await written()
    await decide(writer, 'contentManagement', id, 'publish')
    await expect(decide(writer, 'contentManagement', id, 'audit.pass')).rejects.toThrow()
    await decide(editor, 'contentManagement', id, 'audit.pass')
    expect(now(contentManagement, id)).toMatchObject({ status: 2, publisherName: '人3' })
    expect(
      play.store
        .table(contentAudit)
        .all(contentAudit)
        .map((a) => [a.contentId, a.auditStatus]),
    ).toEqual([[id, 1]])
  })

  it('that is to appear later is let pass to appear on time, and only so', async () => {
    const { id } = await written({ isTimedPublish: 1, timedPublishTime: '2024-06-20 08:00:00' })
    await decide(writer, 'contentManagement', id, 'publish')
    await expect(decide(editor, 'contentManagement', id, 'audit.pass')).rejects.toThrow('定时发布')
    await decide(editor, 'contentManagement', id, 'audit.schedule')
    expect(now(contentManagement, id)).toMatchObject({ status: 5, publishTime: '2024-06-20 08:00:00' })
  })

  it('of points: one effective rule of each kind; feedback says who gave it', async () => {
    const rule = (status: number) => play.as(editor).save('rule', { type: 4, typeName: '浏览', pointNum: 1, status })
    await rule(0)
    await expect(rule(0)).rejects.toThrow('该类型已有有效的规则')
    expect(await rule(1)).toMatchObject({ updateUserName: '人4' })
    const given = await play.as(writer).save('feedback', { title: '慢', content: '页面很慢', feedbackType: 1 })
    expect(given).toMatchObject({ submitUserName: '人3', handleStatus: 0 })
    await decide(editor, 'feedback', given.id as string, 'reply', { replyContent: '已处理' })
    await decide(editor, 'feedback', given.id as string, 'close')
  })
})
