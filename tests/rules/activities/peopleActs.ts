import { contentManagement } from '../../../src/model/content/contentManagement.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../src/model/people/certification.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { entrustedEmployee } from '../../../src/model/people/entrustedEmployee.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { creditCodeOf, idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { loader } from '../people.ts'
import { type Act, type Making, notFor, somebody, whyNot } from './act.ts'
import { type Doctor, earn } from './mind.ts'
import { TENANT } from './stage.ts'

const { esignStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { status } = statesOf(contentManagement)

/** The platform's rate of a company that is entered without one, per cent. */
const RATE = 6

// Companies are admitted and switched off (3.7), doctors certified and blacklisted (3.8), content published (3.25).

const addCompany: Making = (scene) => {
  const { stage, mind, draw } = scene
  const n = mind.companies.length
  if (n > 3) return null
  const by = somebody(scene, ['ops'])
  const complete = draw.chance(0.7)
  let employeeId = ''
  return {
    ...{ name: 'company.add', by, about: '' },
    why: notFor(by, ['ops']),
    files: complete ? 1 : 0,
    go: async ([licence]) => {
      const id = await stage.save(by.actor, entrustedCompany, {
        ...{ name: `新药企${n}`, socialCreditCode: creditCodeOf(700 + n), legalPerson: '新甲', licenseUrl: licence },
      })
      const own = { entrustedCompanyId: id, entrustedCompanyName: `新药企${n}`, employeeNumber: `E${n}`, name: '赵一' }
      employeeId = (await stage.work(loader(TENANT), (work) => work.insert(entrustedEmployee, own))).id
      return id
    },
    after: (id) => {
      const makers = new Set([by.actor.userId])
      const own = { audit: 0 as const, enabled: false, switchedOff: false, admitted: false, complete, makers }
      mind.companies.push({ ...own, id: String(id), name: `新药企${n}`, employeeId, rate: RATE, entered: true })
    },
  }
}

const auditCompany: Making = (scene) => {
  const { stage, mind, draw } = scene
  const company = draw.of(mind.companies)
  if (!company) return null
  const by = somebody(scene, ['ops'])
  const passes = draw.chance(0.7)
  return {
    ...{ name: passes ? 'company.pass' : 'company.reject', by, about: company.id },
    why: whyNot(
      notFor(by, ['ops']),
      company.audit !== 0 && 'decided',
      company.makers.has(by.actor.userId) && 'their own',
      passes && !company.complete && 'licence missing',
    ),
    go: () =>
      stage.decide(by.actor, entrustedCompany, passes ? 'audit.pass' : 'audit.reject', company.id, {
        auditRemark: '已核',
      }),
    after: () => {
      company.audit = passes ? 1 : 2
      company.admitted ||= passes
      // whoever reviews it again does not switch on what an administrator switched off
      if (passes) company.enabled = !company.switchedOff
    },
  }
}

/** A refused company is corrected; an admitted one under another name waits again. */
const correctCompany: Making = (scene) => {
  const { stage, mind, draw } = scene
  const n = draw.below(mind.companies.length)
  const company = mind.companies[n]
  // the two that there are from the beginning keep their names
  if (!company || n < 2) return null
  const by = somebody(scene, ['ops'])
  return {
    ...{ name: 'company.correct', by, about: company.id },
    why: notFor(by, ['ops']),
    files: company.complete ? 0 : 1,
    go: ([licenseUrl]) =>
      stage.save(by.actor, entrustedCompany, { id: company.id, name: `${company.name}改于${stage.now}`, licenseUrl }),
    after: () => {
      company.audit = 0
      company.complete = true
      company.makers.add(by.actor.userId)
    },
  }
}

const switchCompany: Making = (scene) => {
  const { stage, mind, draw } = scene
  const company = draw.fit(mind.companies, (c) => c.audit === 1 && !c.enabled)
  if (!company) return null
  const by = somebody(scene, ['administrator'])
  if (company.enabled && draw.chance(0.7)) return null
  const enables = company.enabled ? draw.chance(0.2) : draw.chance(0.8)
  return {
    ...{ name: enables ? 'company.enable' : 'company.disable', by, about: company.id },
    why: whyNot(
      notFor(by, []),
      enables && (company.enabled || company.audit !== 1) && 'on, or not admitted',
      !enables && !company.enabled && 'off',
    ),
    go: () => stage.decide(by.actor, entrustedCompany, enables ? 'enable' : 'disable', company.id),
    after: () => {
      company.enabled = enables
      if (!enables) company.switchedOff = true
    },
  }
}

const addDoctor: Making = (scene) => {
  const { stage, mind, draw } = scene
  const n = mind.doctors.length
  if (n > 6) return null
  const by = somebody(scene, ['ops'])
  const phone = `1880000100${n}`
  const whole = draw.chance(0.8)
  return {
    ...{ name: 'doctor.add', by, about: '' },
    why: notFor(by, ['ops']),
    files: whole ? 3 : 0,
    go: ([idCardFront, idCardBack, practiceCert]) => {
      const own = { doctorName: `新医生${n}`, phone, hospitalName: '二院', idCardNumber: idCardOf(n, false) }
      return stage.save(by.actor, authenticationDoctor, { ...own, idCardFront, idCardBack, practiceCert })
    },
    after: (id) => {
      const [record] = stage.rows(customerCertificationRecord, { customerId: String(id) })
      mind.doctors.push({
        ...{ id: String(id), name: `新医生${n}`, phone, cert: whole ? 1 : 0, frame: 0, listed: null },
        ...{ maker: by.actor.userId, record: record ? { id: record.id, checked: false } : null, library: false },
      })
      earn(mind, 0, mind.doctors.at(-1) as Doctor, String(id), stage.today)
    },
  }
}

/** The services have looked at a doctor, or the partner has a frame agreement that they signed. */
const checkDoctor: Making = ({ stage, mind, draw }): Act | null => {
  const doctor = draw.of(mind.doctors.filter((d) => d.record || (d.cert === 2 && d.frame !== 1)))
  if (!doctor) return null
  const { record } = doctor
  return {
    ...{ name: record ? 'doctor.checked' : 'doctor.frame', by: null, about: doctor.id, why: null },
    go: () =>
      stage.work(loader(TENANT), async (work) => {
        if (!record) {
          await work.lock(authenticationDoctor, [doctor.id])
          const signs = {
            faceStatus: faceStatus.passed,
            protocolStatus: protocolStatus.agreed,
            esignStatus: esignStatus.registered,
            esignAccountId: `A${doctor.id}`,
          } as const
          await work.update(authenticationDoctor, doctor.id, signs)
          return
        }
        await work.lock(customerCertificationRecord, [record.id])
        await work.update(customerCertificationRecord, record.id, { faceStatus: faceStatus.passed, threeElement: 1 })
      }),
    after: () => {
      if (record) record.checked = true
      else doctor.frame = 1
    },
  }
}

const certify: Making = (scene) => {
  const { stage, mind, draw } = scene
  const doctor = draw.of(mind.doctors.filter((d) => d.record))
  const record = doctor?.record
  if (!doctor || !record) return null
  const steps = ['audit.pass', 'audit.pass', 'audit.force', 'audit.reject'] as const
  const step =
    draw.fit(steps, (one) => one === 'audit.reject' || (one === 'audit.force') !== record.checked) ?? steps[0]
  const roles = step === 'audit.force' ? [] : ['ops']
  const by = somebody(scene, roles)
  const passes = step !== 'audit.reject'
  return {
    ...{ name: `doctor.${step}`, by, about: doctor.id },
    why: whyNot(
      notFor(by, roles),
      by.actor.userId === doctor.maker && 'entered by them',
      step === 'audit.pass' && !record.checked && 'not checked',
      step === 'audit.force' && record.checked && 'nothing to force',
    ),
    go: () => stage.decide(by.actor, customerCertificationRecord, step, record.id, { remark: '已核' }),
    after: () => {
      doctor.cert = passes ? 2 : 3
      doctor.record = null
      doctor.library ||= passes
      if (passes) earn(mind, 1, doctor, doctor.id, stage.today)
    },
  }
}

const blacklist: Making = (scene) => {
  const { stage, mind, draw } = scene
  const lifts = draw.chance(0.5)
  const doctor = draw.of(mind.doctors.filter((d) => !lifts || d.listed))
  if (!doctor) return null
  const by = somebody(scene, ['ops'])
  const entry = doctor.listed
  if (lifts && entry)
    return {
      ...{ name: 'doctor.unlist', by, about: doctor.id, why: notFor(by, ['ops']) },
      go: () => stage.decide(by.actor, userBlacklist, 'lift', entry),
      after: () => {
        doctor.listed = null
      },
    }
  return {
    ...{ name: 'doctor.list', by, about: doctor.id },
    why: whyNot(notFor(by, ['ops']), doctor.listed && 'listed'),
    go: () => stage.begin(by.actor, userBlacklist, 'add', { doctorId: doctor.id, blackType: 1, reason: '投诉' }),
    after: (id) => {
      doctor.listed = String(id)
    },
  }
}

/** Steps of content: from where, to where (3.25). */
const CONTENT: Readonly<Record<string, readonly [readonly number[], number]>> = {
  publish: [[0, 3, 4], 1],
  'audit.pass': [[1], 2],
  'audit.reject': [[1], 3],
  takeDown: [[2], 4],
  putBack: [[4], 2],
}

const content: Making = (scene) => {
  const { stage, mind, draw } = scene
  const by = somebody(scene, ['content'])
  const who = by.actor.userId
  const one = draw.of(mind.contents)
  if (!one || (mind.contents.length < 3 && draw.chance(0.3))) {
    const author = draw.chance(0.6) ? (draw.of(mind.doctors) ?? null) : null
    const readers = draw.chance(0.3) ? mind.doctors.filter(() => draw.chance(0.4)) : null
    return {
      ...{ name: 'content.add', by, about: '', why: notFor(by, ['content']) },
      go: () =>
        stage.save(by.actor, contentManagement, {
          ...{ title: '心衰患教', contentType: 1, content: '<p>文</p>', authorId: author?.id },
          ...(readers ? { readAuthority: 2, readerIds: readers.map(({ id }) => id) } : {}),
        }),
      after: (id) => {
        mind.contents.push({ id: String(id), status: status.draft, makers: [who], author, readers, likes: new Set() })
      },
    }
  }
  const step = draw.fit(Object.keys(CONTENT), (name) => CONTENT[name]?.[0].includes(one.status) ?? false) ?? 'publish'
  const [from, to] = CONTENT[step] ?? [[], 0]
  return {
    ...{ name: `content.${step}`, by, about: one.id },
    why: whyNot(
      notFor(by, ['content']),
      !from.includes(one.status) && 'not there',
      step === 'publish' && one.readers?.length === 0 && 'nobody named',
      step.startsWith('audit') && one.makers.includes(who) && 'their own',
    ),
    go: () => stage.decide(by.actor, contentManagement, step, one.id, { auditRemark: '已核' }),
    after: () => {
      one.status = to
      if (step === 'publish') one.makers.push(who)
      if (step === 'audit.pass' && one.author) earn(mind, 2, one.author, one.id, stage.today)
    },
  }
}

export const peopleActs: Readonly<Record<string, Making>> = {
  ...{ addCompany, auditCompany, correctCompany, switchCompany, addDoctor, checkDoctor, certify, blacklist, content },
}
