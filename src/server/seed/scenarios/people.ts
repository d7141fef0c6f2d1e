import { dept } from '../../../model/administration/access/role.ts'
import { asSent, secretOf } from '../../auth/passwords.ts'
import { createUser } from '../../auth/users.ts'
import type { Tx } from '../../core/database.ts'
import { atTime } from '../values/times.ts'
import type { Character, Stage } from './stage/stage.ts'

/** A demo login (domain §5): one or two per role. */
interface Login {
  readonly account: string
  readonly realName: string
  readonly role: string
  readonly dept: string
  readonly company?: true
  readonly fiscalTax?: true
  readonly provider?: true
}

export const LOGINS: readonly Login[] = [
  { account: 'admin', realName: '管理员', role: 'administrator', dept: '平台管理部' },
  { account: 'ops', realName: '欧阳敏', role: 'ops', dept: '运营部' },
  { account: 'ops2', realName: '上官宇', role: 'ops', dept: '运营部' },
  { account: 'fin', realName: '方静', role: 'finance', dept: '财务部' },
  { account: 'fin2', realName: '范伟', role: 'finance', dept: '财务部' },
  { account: 'fin3', realName: '付晓梅', role: 'finance', dept: '财务部' },
  { account: 'cashier', realName: '陈丽', role: 'cashier', dept: '财务部' },
  { account: 'cashier2', realName: '程磊', role: 'cashier', dept: '财务部' },
  { account: 'tax', realName: '舒洁', role: 'tax', dept: '税务部' },
  { account: 'content', realName: '文子轩', role: 'content', dept: '内容部' },
  { account: 'content2', realName: '文若兰', role: 'content', dept: '内容部' },
  { account: 'audit', realName: '沈国强', role: 'auditor', dept: '审计部' },
  { account: 'ca001', realName: '康建华', role: 'companyAdmin', dept: '委托企业', company: true },
  { account: 'ce001', realName: '康雪', role: 'employee', dept: '委托企业', company: true },
  { account: 'ftx01', realName: '周一鸣', role: 'fiscalTax', dept: '财税公司', fiscalTax: true },
  { account: 'prov01', realName: '联小平', role: 'provider', dept: '服务商', provider: true },
  // changes that need two administrators
  { account: 'admin2', realName: '管志远', role: 'administrator', dept: '平台管理部' },
]

/** Departments of the demo: the head office and below it one per kind of work. Returns their ids by name. */
export async function addDepartments(stage: Stage, since: string, who: Character): Promise<Map<string, string>> {
  const name = '医联结算平台'
  const head = await stage.existing(dept, atTime(since, 8), who, {
    deptName: name,
    fullName: name,
    deptCategory: 1,
    sort: 1,
  })
  const ids = new Map<string, string>([[name, head.id]])
  for (const [i, deptName] of [...new Set(LOGINS.map((l) => l.dept))].entries()) {
    const made = await stage.existing(dept, atTime(since, 8, 0, i + 1), who, {
      parentId: head.id,
      deptName,
      fullName: `${name}/${deptName}`,
      deptCategory: 2,
      sort: i + 2,
    })
    ids.set(deptName, made.id)
  }
  return ids
}

/** Persons of the demo before they exist in the database: ids are settled first. */
export const peopleOf = (
  stage: Stage,
  since: string,
  depts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Character> =>
  new Map(
    LOGINS.map((l, i) => [
      l.account,
      {
        account: l.account,
        name: l.realName,
        role: l.role,
        id: stage.idAt(atTime(since, 8, 1, i)),
        dept: depts.get(l.dept),
      },
    ]),
  )

/** Password hash of each login: the account name, except of admin. */
export type Secrets = ReadonlyMap<string, Promise<string>>

/**
 * Begins to make the secrets of the logins, all or those named: on threads of their own, while other things are done.
 */
export function secretsOf(adminPassword: string, only?: readonly string[]): Secrets {
  const secrets = LOGINS.filter((l) => only === undefined || only.includes(l.account)).map(
    ({ account }) => [account, secretOf(asSent(account === 'admin' ? adminPassword : account))] as const,
  )
  // Prevents an unhandled rejection; the error surfaces where the hash is awaited.
  for (const [, secret] of secrets) secret.catch(() => undefined)
  return new Map(secrets)
}

/** Makes the logins there are secrets for. */
export async function createLogins(
  tx: Tx,
  tenantId: string,
  demo: {
    readonly people: ReadonlyMap<string, Character>
    readonly depts: ReadonlyMap<string, string>
    readonly secrets: Secrets
    readonly company: string
    readonly fiscalTax: string
    readonly provider: string
  },
): Promise<void> {
  const make = (l: Login, secret: Promise<string>) =>
    createUser(tx, {
      tenantId,
      id: demo.people.get(l.account)?.id,
      account: l.account,
      realName: l.realName,
      roles: [l.role],
      password: { secret },
      deptId: demo.depts.get(l.dept),
      deptName: l.dept,
      ...(l.company ? { company: demo.company } : {}),
      ...(l.fiscalTax ? { fiscalTax: demo.fiscalTax } : {}),
      ...(l.provider ? { provider: demo.provider } : {}),
    })
  await Promise.all(
    LOGINS.flatMap((l) => {
      const secret = demo.secrets.get(l.account)
      return secret ? [make(l, secret)] : []
    }),
  )
}
