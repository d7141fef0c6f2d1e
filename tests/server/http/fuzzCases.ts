import { afterAll, beforeAll, expect, it } from 'vitest'
import { Prng } from '../../../src/server/seed/values/prng.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { allCases, type Case, type Ids } from '../fuzz/cases.ts'
import { fingerprint, plant } from '../fuzz/plant.ts'
import { hostile } from '../fuzz/values.ts'

/** Hostile values for the parameters of every route: a share of them, or the `whole`. */
export function fuzzCases({ whole: long }: { readonly whole: boolean }): void {
  // Every route × every parameter × more than two hundred hostile values, in process. The whole of them, or a
  // share that is chosen by a fixed seed: the same requests on every run, and about as many however many routes and parameters
  // there are.
  const SEED = 20240615
  /** Cases of the share, about. */
  const SHORT = 2_500
  /** One case in so many is sent. */
  function odds(): number {
    if (long) return 1
    let all = 0
    const counted = allCases(ids, long, () => {
      all += 1
      return false
    })
    for (let next = counted.next(); !next.done; next = counted.next());
    return Math.max(1, Math.floor(all / SHORT))
  }
  /** Requests under way at once: what waits for the database does not hold up what is parsed. */
  const LANES = 8
  /** Number of failures shown. */
  const TOLD = 40

  let t: TestApp
  let mine: string
  let theirs: string
  let ids: Ids
  let admin: Client
  let finance: Client
  /** Signs out and is signed out. */
  let spare: Client
  /** What the server said of its faults, by request id. */
  const faults = new Map<string, string>()

  beforeAll(async () => {
    t = await testApp()
    Object.assign(t.context.log, {
      warn: () => {},
      error: (what: string, facts: { requestId?: string } = {}, e?: unknown) => {
        const cause =
          e instanceof Error
            ? `${e.message.split('\n')[0]} ${/\(?(\/[^)\n]*src\/server[^)\n]*)/.exec(e.stack ?? '')?.[1] ?? ''}`
            : String(what)
        faults.set(String(facts?.requestId ?? ''), cause)
      },
    })
    ;[mine, theirs] = [await t.newTenant(), await t.newTenant()]
    ids = await plant(t.db, mine)
    await plant(t.db, theirs)
    admin = await t.signIn(mine, 'administrator')
    finance = await t.signIn(mine, 'finance')
    spare = await t.signIn(mine, 'administrator')
  })
  afterAll(() => t?.app.close())

  type Who = 'administrator' | 'finance' | 'anonymous'

  /** One line that sends the request again. */
  const again = (c: Case, who: Who): string =>
    [
      `${c.method} /api/${c.path}${c.query ? `?${c.query}` : ''}`,
      c.type ? `${c.type} ${c.body}` : '',
      JSON.stringify(c.headers),
      `as ${who}`,
      `(${c.about})`,
    ]
      .join(' ')
      .slice(0, 600)

  /** Sends a case; what is wrong with the answer, null when nothing is. */
  async function wrong(c: Case, who: Who): Promise<string | null> {
    const client = c.path.endsWith('oauth/logout') ? spare : who === 'finance' ? finance : admin
    const answer = await t.app.inject({
      method: c.method as 'GET',
      url: `/api/${c.path}${c.query ? `?${c.query}` : ''}`,
      headers: {
        authorization: BASIC,
        ...(who === 'anonymous' ? {} : { 'blade-auth': `bearer ${client.access}` }),
        ...(c.type ? { 'content-type': c.type } : {}),
        ...c.headers,
      },
      ...(c.body === undefined ? {} : { payload: c.body }),
    })
    const { statusCode: status, body } = answer
    const fault = (what: string) => `${what}: ${again(c, who)}`
    if (status >= 500)
      return fault(`${status} ${faults.get(String(answer.headers['x-request-id'])) ?? body.slice(0, 200)}`)
    if (status === 429) return fault('429, limits must be off here')
    if (body.includes('请求参数格式错误') || body.includes('A parameter has the wrong form'))
      return fault(`${status} by the database, which names no field`)
    if (status < 400) return null
    try {
      const said = JSON.parse(body) as { code?: unknown; success?: unknown; msg?: unknown }
      return said.code === status && said.success === false && typeof said.msg === 'string' && said.msg !== ''
        ? null
        : fault(`${status} without an envelope ${body.slice(0, 100)}`)
    } catch {
      return fault(`${status} is no JSON ${body.slice(0, 100)}`)
    }
  }

  it('has two hundred values and more, no two alike', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200)
    expect(new Set(hostile.map((h) => `${h.json}\n${h.text}\n${h.raw ?? ''}`)).size).toBe(hostile.length)
  })

  it('no request, however odd, is a fault of the server; another tenant stays as it was', {
    timeout: long ? 14_400_000 : 1_800_000,
  }, async () => {
    const before = await fingerprint(t.db, theirs)
    const prng = new Prng(SEED)
    const most = odds()
    const cases = allCases(ids, long, () => most === 1 || prng.int(1, most) === 1)
    const failures: string[] = []
    const sent: Record<Who, number> = { administrator: 0, finance: 0, anonymous: 0 }
    const one = async (c: Case, who: Who): Promise<void> => {
      sent[who] += 1
      if (sent.administrator % 5_000 === 0 && who === 'administrator')
        console.log(`fuzz: ${sent.administrator} sent, ${failures.length} failures`)
      const what = await wrong(c, who)
      if (what) failures.push(what)
    }
    const lane = async (): Promise<void> => {
      for (let next = cases.next(); !next.done; next = cases.next()) {
        const who = prng.int(0, 9)
        await one(next.value, 'administrator')
        if (who === 0) await one(next.value, 'finance')
        if (who === 1) await one(next.value, 'anonymous')
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    console.log(
      `fuzz: ${Object.entries(sent)
        .map(([who, n]) => `${n} as ${who}`)
        .join(', ')}; ${failures.length} failures`,
    )
    expect(failures.slice(0, TOLD), `${failures.length} of ${sent.administrator} requests`).toEqual([])
    expect(await fingerprint(t.db, theirs)).toBe(before)
    // the administrator is still signed in, and everything still answers
    expect((await admin.get('rounds/catalogue')).status).toBe(200)
    expect(sent.administrator).toBeGreaterThan(SHORT * 0.9)
  })
}
