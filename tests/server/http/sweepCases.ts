import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meetingDoctor } from '../../../src/model/activities/doctors.ts'
import { calls, lifecycles, resourceOf, resources } from '../../../src/model/business.ts'
import { addressOf, keyOf } from '../../../src/model/language/address.ts'
import type { AnyCall } from '../../../src/model/language/domain/call.ts'
import { type Field, isRef, isRefs, isRows } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { isByPeople, isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import { fixedValues, type Resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { tenderEntrustedProtocols } from '../../../src/model/tender/protocols.ts'
import { rowFrom } from '../../../src/server/database/codec.ts'
import { quoted, tableOf } from '../../../src/server/database/names.ts'
import { routes } from '../../../src/server/http/routes.ts'
import { LOGINS } from '../../../src/server/seed/scenarios/people.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { sampleOf } from '../../kinds.ts'
import { pngOf } from '../../png.ts'
import { NOT_OPEN } from '../../rules/notOpen.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { textOf } from '../families/values.ts'
import { upload } from '../upload.ts'

const { agreementStatus } = statesOf(meetingDoctor)
const { signStatus } = statesOf(tenderEntrustedProtocols)

/** Steps and calls that no record of the demo waits for, each with where it is taken. */
export const NOBODY: Readonly<Record<string, string>> = {
  'tradingManagerInfo.resubmit': 'the platform has one unit, opened: tests/rules/funds/platformUnit.test.ts',
  'tradingManagerInfo.audit.pass': 'the same',
  'tradingManagerInfo.audit.reject': 'the same',
  'ledgerCheck.resolve': 'a run is what a check of a database found: tests/server/decisions/ledgerCheck.test.ts',
  'tenant.setting': 'of the first tenant alone: tests/server/access/tenants.test.ts',
  'tenant.packageSetting': 'the same',
  'tenant.firstPassword': 'the same',
  'secondFactor.remove': 'of a factor that the person has set up: tests/server/access/secondFactor.test.ts',
  'caseInterpretationDoctor.handIn': 'by who has signed, as the partner says: tests/rules/activities/works.test.ts',
  'contractActivity.retroactiveDetail':
    'of an agreement for one activity that was signed afterwards: the demo has frames',
  'demoMeeting.createMeeting': 'the running meeting of the demonstration has begun; that of a real one is asked',
  'leave.forward': 'a long leave that its superior has not seen: the demo has none by now',
  'attach.sheet': 'of a signed link: tests/server/records/files.test.ts',
  'export.state': 'of a run: tests/server/shapes/exports.test.ts',
  'import.state': 'of a run: tests/server/records',
  'import.apply': 'the same',
  'import.stop': 'the same',
}

/** Calls that end what the sweep itself goes by. */
const ENDS_IT = ['auth.logout']

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
interface Outcome {
  readonly id: string
  /** `done`; `refused`: a sentence about what was sent, or about the record; else what is wrong. */
  readonly how: 'done' | 'refused' | 'nobody' | 'closed' | 'fault'
  readonly why: string
}

/** Rows that are tried of each step: the newest, the oldest, and those of the company whose people sign in. */
const ROWS = 4
/** Times that something without a record is tried, each time with others that it names. */
const TIMES = 6

/** Every step and every declared call, by HTTP, about records of the demo that are in its state, by who may take it. */
export function sweepCases(tenantId: () => string): void {
  let t: TestApp
  let people: Client[]
  const byRole = new Map<string, Client[]>()
  let sent = 0
  /** The company whose people sign in. */
  let home = ''
  /** What calls name that no kind of field says. */
  let given: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {}

  /** Signs in those who try: new administrators, who made nothing, then everybody of the demo. */
  async function signIn(): Promise<void> {
    people = [await t.signIn(tenantId(), 'administrator'), await t.signIn(tenantId(), 'administrator')]
    byRole.clear()
    for (const { account, role } of LOGINS.filter((l) => l.role !== 'administrator'))
      byRole.set(role, [...(byRole.get(role) ?? []), await t.signInAs(tenantId(), account)])
  }
  beforeAll(async () => {
    t = await testApp()
    await signIn()
    const [bound] = await t.db.owner((tx) =>
      tx.query<{ of: string }>(
        `select entrusted_id::text as of from "user" where tenant_id = $1 and account = 'ca001'`,
        [tenantId()],
      ),
    )
    home = bound?.of ?? ''
    const one = async (id: string) => (await before(id))[0]?.id
    await people[0]?.post('blade-system/client/submit', { clientName: '合作方', companies: [home], scopePlanClose: 1 })
    const order = { resource: 'settlementOrder', id: await one('settlementOrder') }
    const parts = await before('caseCollectionDoctor')
    const invited = parts.find((row) => row.agreementStatus === agreementStatus.pending)
    const delivering = parts.find((row) => row.agreementStatus === agreementStatus.agreed)
    const asked = (await before('tenderDoctorProtocols')).filter((row) => row.protocolType === 2 && row.planId)
    const unsigned = asked.find(
      (row) => row.agreementStatus === agreementStatus.pending && row.signStatus === signStatus.signing,
    )
    given = {
      'sandbox.sign': { planId: unsigned?.planId, doctorId: unsigned?.doctorId, agree: 1 },
      'sandbox.submitReport': {
        planId: delivering?.caseCollectionId,
        doctorId: delivering?.doctorId,
        reportId: undefined,
      },
      'role.select': { userId: await one('user') },
      'dept.select': { userId: await one('user') },
      // the rights of roles to rows and interfaces are declared by the model: none can be given beside them
      'role.grant': { dataScopeIds: undefined, apiScopeIds: undefined },
      'contractActivity.retroactiveDetail': { activeId: await one('contractActivity') },
      'doctorLink.create': { purpose: 1, bizType: 'caseCollectionDoctor', bizId: invited?.id, sentVia: 3 },
      'attach.evidence': order,
      'attach.alike': order,
      'attach.ofRecord': order,
      'export.make': {
        resource: 'settlementOrder',
        format: 'csv',
        sort: undefined,
        columns: undefined,
        conditions: [],
      },
      'import.offer': { resource: 'entrustedEmployee' },
      'import.check': { resource: 'entrustedEmployee' },
    }
  })
  afterAll(() => t?.app.close())

  /** Records of a family, the newest first; of one that is shown only as its list has them. */
  async function rowsOf(r: Resource): Promise<Row[]> {
    if (r.view !== undefined) {
      const { data } = await send(people[0] as Client, r.list.method ?? 'GET', `${r.calls[0]}/list`, { size: 50 })
      return (Array.isArray(data) ? data : ((data as { records?: Row[] } | null)?.records ?? [])) as Row[]
    }
    const tenant = r.scope === 'global' || r.scope === 'platform' ? '' : 'tenant_id = $1 and'
    const found = await t.db.owner((tx) =>
      tx.query<Record<string, unknown>>(
        `select * from ${quoted(tableOf(r))} where ${tenant} is_deleted = 0 order by id desc limit 3000`,
        tenant ? [tenantId()] : [],
      ),
    )
    const fixed = Object.entries(fixedValues(r))
    return found
      .map((row) => rowFrom(r, row) as unknown as Row)
      .filter((row) => fixed.every(([name, value]) => String(row[name]) === String(value)))
  }

  /** Of these, those that are tried. */
  const some = (all: readonly Row[]): readonly Row[] => [
    ...new Set([
      ...all.filter((row) => row.entrustedCompanyId === home).slice(0, ROWS),
      ...all.slice(0, ROWS),
      ...all.slice(-ROWS),
    ]),
  ]

  const known = new Map<string, Promise<Row[]>>()
  /** The same as they were when first asked for: what references name. */
  const before = (id: string): Promise<Row[]> => {
    const r = resources.get(id)
    const rows = known.get(id) ?? (r ? rowsOf(r) : Promise.resolve([]))
    known.set(id, rows)
    return rows
  }

  async function sampleFor(f: Field, who: Client, name: string, row: Row | null): Promise<unknown> {
    sent += 1
    if (kindOf(f).files) {
      const { data } = await upload(t, who, pngOf(4, 4), `s${sent}.png`)
      return data?.attachId
    }
    if (isRows(f))
      return [
        Object.fromEntries(
          await Promise.all(
            Object.entries<Field>(f.rows).map(async ([own, of]) => [own, await sampleFor(of, who, own, null)] as const),
          ),
        ),
      ]
    const present = row?.[name]
    if (present !== undefined && present !== null && present !== '') return isRefs(f) ? present : String(present)
    if (isRef(f) || isRefs(f)) {
      const mine = (await before(f.to)).find(
        (one) =>
          !row?.entrustedCompanyId || !one.entrustedCompanyId || one.entrustedCompanyId === row.entrustedCompanyId,
      )
      return isRefs(f) ? (mine ? [mine.id] : []) : mine?.id
    }
    const s = sampleOf(f)
    if (kindOf(f).prose) return textOf(f, 7_000 + sent)
    return 'values' in f ? s.nth(1, f) : s.good
  }

  const valuesOf = async (fields: Readonly<Record<string, Field>>, who: Client, row: Row | null, present = {}) => {
    const found: Record<string, unknown> = {}
    for (const [name, f] of Object.entries(fields)) {
      const as = (present as Readonly<Record<string, unknown>>)[name]
      const own = typeof as === 'string' && row ? row[as] : undefined
      const value = own ?? (await sampleFor(f, who, name, row))
      if (value !== undefined) found[name] = value
    }
    return found
  }

  const reasonOf = (a: Answer): string => String((a.data as { reason?: unknown } | null)?.reason ?? '')
  function outcomeOf(id: string, a: Answer): Outcome {
    const why = `${a.status} ${a.msg ?? a.raw.slice(0, 120)}`
    if (a.status === 200) return { id, how: 'done', why: '' }
    if (a.status === 409 && (a.msg?.includes('暂未开放') || reasonOf(a) === 'closed')) return { id, how: 'closed', why }
    if (a.status === 400 || a.status === 415 || a.status === 422) return { id, how: 'refused', why }
    if (a.status === 409 && !['illegal', 'stale'].includes(reasonOf(a))) return { id, how: 'refused', why }
    return { id, how: 'fault', why }
  }
  const RANK = { done: 0, closed: 1, refused: 2, fault: 3, nobody: 4 } as const
  const better = (a: Outcome, b: Outcome): Outcome => (RANK[b.how] < RANK[a.how] ? b : a)

  const send = (who: Client, method: string, path: string, params: Record<string, unknown>, body: unknown = params) =>
    method === 'GET'
      ? who.get(path, Object.fromEntries(Object.entries(params).map(([k, v]) => [k, String(v)])))
      : who.post(path, body)

  /** Who may try a step: administrators who made nothing, then those whose role it is. */
  const whoMay = (t: { readonly roles?: readonly string[] | undefined }): Client[] => [
    ...(t.roles ?? []).flatMap((role) => byRole.get(role)?.slice(0, 2) ?? []),
    ...people.slice(0, 1),
  ]

  /** Asks until it is done or nobody is left to try; over sessions that a call has ended. */
  async function tried(id: string, asked: readonly (() => Promise<Answer>)[]): Promise<Outcome> {
    let best: Outcome = { id, how: 'nobody', why: 'nobody to try' }
    for (const ask of asked) {
      const answer = await ask()
      if (answer.status >= 500) return { id, how: 'fault', why: `${answer.status} ${answer.raw.slice(0, 200)}` }
      best = better(best, outcomeOf(id, answer))
      if (best.how === 'done' || best.how === 'closed') break
      if (answer.status === 401) await signIn()
    }
    return best
  }

  async function step(r: Resource, name: string, transition: Transition): Promise<Outcome> {
    const id = `${r.id}.${name}`
    const address = addressOf(transition.call as never)
    const route = [...routes().values()].find(
      (x) => x.kind === 'transition' && !x.alias && x.resource === r.id && x.transitions?.includes(name),
    )
    if (!route) return { id, how: 'fault', why: 'it has no address' }
    const from = transition.from
    const all = from === 'new' ? Array(TIMES).fill(null) : some((await rowsOf(r)).filter((row) => isInState(from, row)))
    if (all.length === 0) return { id, how: 'nobody', why: 'no record of the demo is in its state' }
    const key = keyOf(address.key)
    return tried(
      id,
      all.flatMap((row: Row | null) =>
        whoMay(transition).map((who) => async () => {
          const answers = await valuesOf({ ...transition.ask }, who, row, transition.present)
          const named = row ? { [key?.name ?? 'id']: key && key.field !== 'id' ? row[key.field] : row.id } : {}
          const params = { ...answers, ...transition.match, ...transition.matchIf, ...named }
          if (!address.entries) return send(who, route.method, route.path, params)
          const within = Object.fromEntries(
            Object.entries(address.entries.within ?? {}).map(([param, field]) => [param, row?.[field]]),
          )
          const body = address.entries.name
            ? { ...transition.match, ...within, [address.entries.name]: [params] }
            : [params]
          return send(who, route.method, route.path, params, body)
        }),
      ),
    )
  }

  async function called(c: AnyCall): Promise<Outcome> {
    const path = c.paths[0] as string
    const key = keyOf(c.key)
    const of = c.on ? resourceOf(c.on.id) : null
    const from = c.from as Readonly<Record<string, unknown>> | undefined
    const all = of ? some((await rowsOf(of)).filter((row) => !from || isInState(from, row))) : Array(TIMES).fill(null)
    if (all.length === 0) return { id: c.id, how: 'nobody', why: 'no record of the demo is in its state' }
    return tried(
      c.id,
      all.flatMap((row: Row | null) =>
        whoMay(c).map((who) => async () => {
          if (c.upload) {
            const at = given[c.id] ? `${path}?${new URLSearchParams(given[c.id] as Record<string, string>)}` : path
            return upload(t, who, pngOf(4, 4), `s${sent}.png`, at)
          }
          const fields: Record<string, Field> = { ...c.query, ...c.body }
          const values = await valuesOf(fields, who, row, c.command?.present)
          const name = key?.name ?? (c.select === 'many' ? 'ids' : 'id')
          const named = row ? { [name]: key && key.field !== 'id' ? row[key.field] : row.id } : {}
          const entry = c.entries ? await valuesOf(c.entries.fields, who, row) : {}
          const params: Record<string, unknown> = { ...values, ...named, ...given[c.id] }
          const inQuery = Object.fromEntries(
            Object.keys({ ...c.query }).flatMap((n) => (params[n] === undefined ? [] : [[n, String(params[n])]])),
          )
          if (c.method === 'GET') return send(who, 'GET', path, params)
          const body = c.entries ? (c.entries.name ? { ...params, [c.entries.name]: [entry] } : [entry]) : params
          return who.post(
            path,
            Array.isArray(body) ? body : Object.fromEntries(Object.entries(body).filter(([n]) => !(n in inQuery))),
            inQuery as never,
          )
        }),
      ),
    )
  }

  const excused = (id: string): boolean => [id, id.split('.')[0] as string].some((key) => NOT_OPEN[key])
  const steps = [...lifecycles.values()].flatMap((l) =>
    Object.entries<Transition>(l.transitions).flatMap(([name, transition]) =>
      isByPeople(transition) && transition.call !== undefined ? [{ r: resourceOf(l.resource), name, transition }] : [],
    ),
  )
  const ours = calls.filter((c) => c.open !== 'client' && c.open !== 'public' && !ENDS_IT.includes(c.id))

  const wrong = (all: readonly Outcome[]): string[] =>
    all.flatMap(({ id, how, why }) =>
      (how === 'closed' && !excused(id)) || ((how === 'fault' || how === 'nobody') && !NOBODY[id] && !excused(id))
        ? [`${id}: ${how} ${why}`]
        : [],
    )
  const shown = (all: readonly Outcome[]): void => {
    const of = (how: Outcome['how']) => all.filter((o) => o.how === how)
    console.log(
      `calls and steps: ${of('done').length} done, ${of('refused').length} refused by what they ask, ${of('closed').length} not open, of ${all.length}`,
    )
    for (const { id, why } of of('refused')) console.log(`  refused ${id}: ${why}`)
  }

  describe('in the demo', () => {
    it('every declared call and every step is done, or refused for what was sent, about what is in its state', async () => {
      const stays = ({ from, to }: Transition): boolean =>
        from !== 'new' && typeof to === 'object' && isInState(from, { ...Object(from), ...to })
      // steps that leave a record where it is come before those that leave none there
      const inTurn = [...steps].sort((a, b) => Number(stays(b.transition)) - Number(stays(a.transition)))
      const asking = [
        ...ours.map((c) => ({ of: c.on?.id, ask: () => called(c) })),
        ...inTurn.map(({ r, name, transition }) => ({ of: r.id, ask: () => step(r, name, transition) })),
      ]
      const all: Outcome[] = []
      for (const [n, { of, ask }] of asking.entries()) {
        const outcome = await ask()
        all[n] = outcome
        if (outcome.how !== 'done' || !of) continue
        // what was done has brought the record into a state in which others are asked
        for (const [m, other] of asking.slice(0, n).entries())
          if (other.of === of && all[m]?.how === 'nobody') all[m] = better(all[m] as Outcome, await other.ask())
      }
      // or what they name
      for (const [n, { ask }] of asking.entries())
        if (all[n]?.how === 'refused' || all[n]?.how === 'fault') all[n] = better(all[n] as Outcome, await ask())
      shown(all)
      expect(wrong(all)).toEqual([])
      // nothing is excused that is there
      const used = new Set(
        all.flatMap(({ id, how }) => (how === 'closed' || how === 'nobody' || how === 'fault' ? [id] : [])),
      )
      expect(Object.keys(NOBODY).filter((id) => !used.has(id))).toEqual([])
    })

    it('and every promise holds afterwards', async () => {
      const found = await t.db.transaction({ tenantId: tenantId() }, (tx) => checkInvariants(tx))
      expect(broken(found)).toEqual([])
    })
  })
}
