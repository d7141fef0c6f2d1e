import type { Label } from '../../model/values/label.ts'

/** The user who sends a request, determined by the session and not by anything the client sends. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  readonly name: string
  readonly account: string
  /** Role aliases; `administrator` is granted everything that the package of the tenant holds. */
  readonly roles: readonly string[]
  readonly roleTitles: string
  readonly deptId: string | null
  /** Set for users of a company, fiscal-tax company or provider: their rows only (INV-43). */
  readonly company: string | null
  readonly fiscalTax: string | null
  readonly provider: string | null
  /** Set for those who see only their own activities of their company: their record among its employees, "0" for none. */
  readonly employee: string | null
  readonly permissions: ReadonlySet<string>
  /** Ids of the menus that the package of the tenant holds; absent: it has no package. */
  readonly menuIds?: readonly string[]
  readonly language: 'zh' | 'en'
  readonly sessionId: string
  /** The session is locked: it serves nothing but its unlocking. */
  readonly locked?: true
  readonly requestId: string
  /**
   * Set for who acts on the doctor's side: a doctor by their own link, a partner's system (domain §13), or a person who plays a doctor
   * (domain §6). The audit trail names the way.
   */
  readonly source?: 'link' | 'partner' | 'sandbox'
  /** Set while rows of a batch are decided: its history entries name the batch. */
  readonly batch?: string
  /** The doctor for whom a partner's system, or a person in the sandbox, acts. */
  readonly forDoctor?: string
}

/** User id of the system, for what no person did. */
export const SYSTEM_USER = '0'

/** Every permission there is, also those declared later; iterated, those it was made of. */
export class Everything extends Set<string> {
  override has(): boolean {
    return true
  }
}
const EVERYTHING: ReadonlySet<string> = new Everything()

/** Name of the system where a person's name stands. */
export const SYSTEM_NAME: Label = ['系统', 'System']

/**
 * The system itself: effects, the clock and partners. It reaches every row of the tenant and is no administrator: what
 * asks for platform rights stays closed to it. No session and no token ever leads to it.
 */
export const systemActor = (tenantId: string, requestId: string, name = SYSTEM_NAME[0]): Actor => ({
  tenantId,
  userId: SYSTEM_USER,
  name,
  account: '',
  roles: ['system'],
  roleTitles: SYSTEM_NAME[0],
  deptId: null,
  company: null,
  fiscalTax: null,
  provider: null,
  employee: null,
  permissions: EVERYTHING,
  language: 'zh',
  sessionId: '',
  requestId: requestId.slice(0, 64),
})

/** The doctor who acts outside the console: by themselves, through a partner's system, or played by a person. */
export const doctorActing = ({ userId, forDoctor }: Pick<Actor, 'userId' | 'forDoctor'>): string => forDoctor ?? userId

/** Roles of those outside the console, as history names them. */
export const OUTSIDE = {
  link: ['医生（手机链接）', 'Doctor (phone link)'],
  partner: ['医生（合作方系统）', 'Doctor (partner system)'],
} as const satisfies Readonly<Record<string, Label>>
/** Name of a visitor who signs in to a meeting by its code, before they give their own. */
export const UNNAMED: Label = ['扫码签到', 'Sign-in by QR code']
/** Words that stand before the roles of a person who plays a doctor. */
export const PLAYING: Label = ['沙箱代医生', 'Playing the doctor']

/**
 * A doctor outside the console, without a session and without any permission: what they may do is one record's, and looked at by
 * whoever lets them in. `doctor` null: somebody who signs in to a meeting. Makers are told apart by the doctor's id.
 */
export const doctorActor = (of: {
  readonly tenantId: string
  readonly doctor: { readonly id: string; readonly name: string } | null
  readonly source: 'link' | 'partner'
  readonly requestId: string
  readonly language?: 'zh' | 'en'
}): Actor => ({
  tenantId: of.tenantId,
  userId: of.doctor?.id ?? SYSTEM_USER,
  name: of.doctor?.name ?? UNNAMED[0],
  account: '',
  roles: [],
  roleTitles: OUTSIDE[of.source][0],
  deptId: null,
  company: null,
  fiscalTax: null,
  provider: null,
  employee: null,
  permissions: new Set(),
  language: of.language ?? 'zh',
  sessionId: '',
  requestId: of.requestId.slice(0, 64),
  source: of.source,
})

/**
 * A signed-in person who plays a doctor (domain §6), with their own rights and reach: history and audit name the person and the way,
 * so that who plays a doctor is the maker of what comes of it. `doctorId` null: somebody who signs in to a meeting.
 */
export const asDoctor = (person: Actor, doctorId: string | null): Actor => ({
  ...person,
  source: 'sandbox',
  roleTitles: `${PLAYING[0]}（${person.roleTitles}）`,
  ...(doctorId ? { forDoctor: doctorId } : {}),
})
