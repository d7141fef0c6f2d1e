import { lifecycles } from '../../../../model/business.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import type { Role } from '../../../../model/language/role.ts'
import { permissionsOf } from '../../../../model/roles/grants.ts'
import { roles } from '../../../../model/roles/roles.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import type { Actor } from '../../../core/actor.ts'
import { type AnyResource, recordOf, recordsOf } from '../../../core/records.ts'
import { type Acting, type Play, playInMemory } from '../../../deciding/play.ts'
import { business } from '../../../domains/domains.ts'
import type { Where } from '../../../writing/unitOfWork/unitOfWork.ts'
import type { Prng } from '../../values/prng.ts'
import { Agenda } from './agenda.ts'
import type { StoredFile } from './uploads.ts'

/** A user of the demo. */
export interface Character {
  readonly account: string
  readonly name: string
  /** Alias of a built-in role; none for what no person does. */
  readonly role?: string
  readonly id?: string
  readonly dept?: string | undefined
  readonly company?: string | undefined
}

/**
 * A tenant in memory on whose stage people decide through the real engine, at moments of an agenda. What came of it is
 * written to a database in bulk (small.ts). The same scenarios on the same day give the same records.
 */
export class Stage {
  readonly agenda = new Agenda()
  /** Uploaded files of the play. */
  readonly files: StoredFile[] = []
  private readonly acting = new Map<Character, Acting>()
  private readonly permissions = new Map<Role, ReadonlySet<string>>()
  private readonly play: Play

  readonly tenantId: string
  /** The demo's day: everything is dated before it. */
  readonly today: string
  readonly prng: Prng

  constructor(tenantId: string, today: string, since: string, prng: Prng) {
    this.tenantId = tenantId
    this.today = today
    this.prng = prng
    this.play = playInMemory({ tenantId, at: since, domains: business })
  }

  get store() {
    return this.play.store
  }

  /** The moment that the play has come to. */
  get now(): string {
    return wallClock(this.play.clock.now().getTime())
  }

  /** Returns a new id for a record created at a moment. */
  idAt(at: string): string {
    this.play.clock.set(at)
    return this.play.clock.id()
  }

  /** Returns the actor of a user, with the permissions of the user's role only. */
  as(who: Character): Acting {
    const acting = this.acting.get(who) ?? this.play.as(this.actor(who))
    this.acting.set(who, acting)
    return acting
  }

  /** Of each role once: hundreds of people have one of a dozen. */
  private permissionsOf(role: Role): ReadonlySet<string> {
    const known = this.permissions.get(role) ?? permissionsOf(role)
    this.permissions.set(role, known)
    return known
  }

  /** The actor of a user of the demo. */
  actor({ account, name, role: alias, id = '', dept, company }: Character): Actor {
    const role = roles.find((r) => r.alias === alias)
    return {
      tenantId: this.tenantId,
      userId: id,
      name,
      account,
      roles: alias ? [alias] : [],
      roleTitles: role?.title[0] ?? name,
      deptId: dept ?? null,
      company: company ?? null,
      fiscalTax: null,
      provider: null,
      employee: null,
      permissions: role ? this.permissionsOf(role) : new Set(),
      language: 'zh',
      sessionId: '',
      requestId: 'demo',
    }
  }

  /** A record that was there before the demo begins, since a moment. */
  async existing<R extends AnyResource>(
    of: R,
    at: string,
    who: Character,
    values: Partial<RowOf<R>>,
  ): Promise<RowOf<R>> {
    this.play.clock.set(at)
    return this.as(who).load((work) => work.insert(of, values))
  }

  /** The same with a code of the resource's own counting. */
  async existingWithCode<R extends AnyResource>(
    of: R,
    at: string,
    who: Character,
    values: Partial<RowOf<R>>,
  ): Promise<RowOf<R>> {
    this.play.clock.set(at)
    return this.as(who).load(async (work) => work.insert(of, { ...values, code: await work.code(of) }))
  }

  /** Adds a past step of a record to its history, without effects. `more`: fields set besides the state. */
  async stepped(
    of: AnyResource,
    at: string,
    who: Character,
    id: string,
    name: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const lifecycle = lifecycles.get(of.id)
    const transition = lifecycle?.transitions[name]
    if (!lifecycle || !transition) throw new Error(`${of.id} has no step ${name}`)
    const decision = { transition, lifecycle, remark: null, bySystem: transition.by === 'system' }
    this.play.clock.set(at)
    await this.as(who).work(async (work) => {
      await work.lock(of, [id])
      await work.update(of, id, { ...more, ...(transition.to as object) }, { action: name, decision })
    })
  }

  /** A decision at a moment, by the rules, before the agenda is played. */
  async decided(
    of: AnyResource,
    at: string,
    who: Character,
    id: string,
    transition: string,
    ask: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    this.play.clock.set(at)
    await this.as(who).decide({ resource: of.id, transition, id, ask })
  }

  /** The next code of a resource at a moment, for a record that is written later, or has it in another field than `code`. */
  codeAt(of: AnyResource, at: string, who: Character): Promise<string> {
    this.play.clock.set(at)
    return this.as(who).load((work) => work.code(of))
  }

  /** Lets everything on the agenda happen. */
  run(): Promise<void> {
    return this.agenda.run((at) => this.play.clock.set(at))
  }
}

/** The live records of a resource that the play has so far, all or those with these values. */
export const liveRows = <R extends AnyResource>(stage: Stage, of: R, where: Where = {}): RowOf<R>[] =>
  recordsOf(of, stage.store.table(of).live(of, where))

/** A record as it is by now. */
export function nowOf<R extends AnyResource>(stage: Stage, of: R, id: string): RowOf<R> {
  const found = stage.store.table(of).get(of, id)
  if (!found) throw new Error(`no ${of.id} ${id}`)
  return recordOf(of, found)
}

/** The system: jobs and other systems. */
export const SYSTEM: Character = { account: '', name: '系统' }
