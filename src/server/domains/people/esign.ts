import type { CallName, InOf } from '../../../model/language/domain/port.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { esign } from '../../../model/people/esign.ts'
import { settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrderDoctorPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { tenderDoctorProtocols, tenderEntrustedProtocols } from '../../../model/tender/protocols.ts'
import type { Label } from '../../../model/values/label.ts'
import { giveDocument } from '../../documents/documents.ts'
import type { Prepare } from '../../writing/hooks.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { type FileAnswer, reasonOf, storedIn } from './esignAnswers.ts'

const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { certStatus, esignProgress, esignStatus } = statesOf(authenticationDoctor)

type Company = RowOf<typeof entrustedCompany>
type Doctor = RowOf<typeof authenticationDoctor>
type Either = Company | Doctor

/** Holder of an account: a company by its credit code, a doctor by their identity number. */
interface Party<Row> {
  readonly of: typeof entrustedCompany | typeof authenticationDoctor
  readonly type: 'COMPANY' | 'PERSON'
  /** Why there can be no account yet. */
  readonly problem: (row: Row) => Label | null
  readonly known: (row: Row) => { readonly name: string; readonly idNo: string; readonly phone: string }
  /** Fields that `known` tells the partner who this is by, besides the telephone number. */
  readonly identity: readonly string[]
  /** Resources whose files they sign, and by which field these name them. */
  readonly signs: readonly AnyResource[]
  readonly by: string
  /** State text of a seal that was never requested. */
  readonly sealText: string
  /** Fields that say there is a seal. */
  readonly sealed: Partial<Row>
  /** The same once there is none. */
  readonly unsealed: Partial<Row>
}

const company: Party<Company> = {
  of: entrustedCompany,
  type: 'COMPANY',
  problem: (row) =>
    row.auditStatus === auditStatus.approved && row.enableStatus === enableStatus.enabled
      ? null
      : ['企业审核通过并启用后才能注册电子签章', 'A company registers for e-signing once it is admitted and enabled'],
  known: (row) => ({ name: row.name, idNo: row.socialCreditCode, phone: row.contactPhone ?? '' }),
  identity: ['name', 'socialCreditCode'],
  signs: [tenderEntrustedProtocols],
  by: 'entrustedCompanyId',
  sealText: '合同专用章',
  sealed: { sealStatus: 1 },
  unsealed: { sealStatus: 0, sealUrl: null },
}

const doctor: Party<Doctor> = {
  of: authenticationDoctor,
  type: 'PERSON',
  problem: (row) =>
    row.certStatus !== certStatus.certified
      ? ['医生认证通过后才能注册电子签章', 'A doctor registers for e-signing once they are certified']
      : row.idCardNumber
        ? null
        : ['医生缺少身份证号，不能注册电子签章', 'The doctor has no identity number: e-signing cannot be registered'],
  known: (row) => ({ name: row.doctorName, idNo: row.idCardNumber ?? '', phone: row.phone }),
  identity: ['doctorName', 'idCardNumber'],
  signs: [tenderDoctorProtocols, settlementOrderDoctor, settlementOrderDoctorPoint],
  by: 'doctorId',
  sealText: '',
  sealed: {},
  unsealed: { sealUrl: null },
}

const NO_ACCOUNT: Label = ['没有签章账号，请先注册', 'There is no e-sign account: register first']

/** Rules of companies or doctors. Each request has a key of its own: while one is open no other is sent. */
function rulesOf<Row extends Either>({ of, type, problem, known, sealText, sealed, unsealed }: Party<Row>) {
  const ask = async <C extends CallName<typeof esign>>(
    row: Row,
    work: UnitOfWork,
    call: C,
    sent: InOf<typeof esign, C>,
    done: string,
  ): Promise<undefined> => {
    // lost: the partner does the same again without harm, so that the record may simply ask anew
    const back = { of, id: row.id, code: row.code, done, failed: 'esign.fail', lost: 'esign.fail' }
    await work.intend(esign, call, sent, `ES${work.newId()}`, back)
    return undefined
  }
  const silent = () => ({ esignMsg: null }) as Partial<Row>
  const hasAccount = (row: Row): Label | null => (row.esignAccountId ? null : NO_ACCOUNT)
  const setTo = (status: 'ACTIVE' | 'STOPPED', done: string) => ({
    guard: hasAccount,
    set: silent,
    effect: (row: Row, _ask: unknown, work: UnitOfWork) =>
      ask(row, work, 'setAccountStatus', { accountId: row.esignAccountId ?? '', status }, done),
  })
  return {
    'esign.register': {
      guard: problem,
      set: silent,
      effect: (row: Row, _ask: unknown, work: UnitOfWork) =>
        ask(row, work, 'createAccount', { ...known(row), type }, 'esign.registered'),
    },
    'esign.stop': setTo('STOPPED', 'esign.stopped'),
    'esign.resume': setTo('ACTIVE', 'esign.resumed'),
    'esign.seal': {
      guard: hasAccount,
      set: silent,
      effect: (row: Row, { hText }: { readonly hText: string | null }, work: UnitOfWork) => {
        const text = hText || sealText || known(row).name.slice(0, 20)
        return ask(row, work, 'createSeal', { accountId: row.esignAccountId ?? '', hText: text }, 'esign.sealed')
      },
    },
    'esign.registered': {
      set: (_row: Row, { accountId }: { readonly accountId?: string }) =>
        ({ esignAccountId: accountId }) as Partial<Row>,
    },
    'esign.sealed': {
      effect: async (row: Row, answer: FileAnswer, work: UnitOfWork) => {
        const file = storedIn(answer, `印章-${known(row).name}.png`)
        if (!file) throw new Error(`the seal of ${of.id} ${row.id} came without a picture`)
        return { ...(await giveDocument(work, of, row, 'sealUrl', file)), ...sealed } as Partial<Row>
      },
    },
    'esign.forget': { set: () => ({ esignAccountId: null, esignMsg: null, ...unsealed }) as Partial<Row> },
    'esign.fail': {
      set: (_row: Row, answer: { readonly remark?: string | null }) => ({ esignMsg: reasonOf(answer) }) as Partial<Row>,
    },
  }
}

const IN_USE: Label = [
  '已注册电子签章，请先停用签章再修改',
  'Registered for e-signing under this: stop e-signing before it is changed',
]
/** Where giving up an account leads (esignTransitions.ts). */
const FORGOTTEN = { esignStatus: esignStatus.none, esignProgress: esignProgress.none } as const
const BEING_SIGNED = 1
const SIGNING: Label = [
  '有文件正在签署，请待签署结束后再修改',
  'A file is being signed under this: change it once that has ended',
]
const ASKED: Label = [
  '签章办理中，请等待结果后再修改',
  'An e-sign request is on its way: change this once it is answered',
]

/**
 * An account is of the name and number that it was opened under: they change only once it is stopped, nothing being
 * signed any more, and then it is given up.
 * @throws AppError 400 naming a field.
 */
const identityKept =
  <Row extends Either>({ of, identity, signs, by, unsealed }: Party<Row>): Prepare =>
  async (values, before, work, mode) => {
    const forgotten = { esignAccountId: null, esignMsg: null, ...unsealed }
    const [changed] = identity.filter((name) => Object.hasOwn(values, name) && values[name] !== before?.[name])
    if (!before || !changed) return {}
    const signing = () =>
      Promise.all(signs.map((of) => work.any(of, { [by]: String(before.id), signStatus: BEING_SIGNED })))
    const problem =
      before.esignProgress === esignProgress.inProgress
        ? ASKED
        : before.esignStatus === esignStatus.registered
          ? IN_USE
          : (await signing()).some(Boolean)
            ? SIGNING
            : null
    if (problem) throw fieldError(work.actor, changed, problem)
    if (before.esignStatus !== esignStatus.stopped || mode === 'ask') return {}
    // a change that two persons agreed to gives the account up itself, in the same row of the history
    if (mode !== 'write') return { ...FORGOTTEN, ...forgotten }
    await work.step(of, String(before.id), 'esign.forget')
    return {}
  }
export const companyIdentityKept = identityKept(company)
export const doctorIdentityKept = identityKept(doctor)

/** 3.7: electronic signature of companies. */
export const companySigningRules = rulesOf(company)
/** 3.8: electronic signature of doctors. */
export const authenticationDoctorRules = rulesOf(doctor)
