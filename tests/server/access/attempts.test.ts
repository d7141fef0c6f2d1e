import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SECURITY_EVENT_KINDS } from '../../../src/model/administration/access/securityEvent.ts'
import { BITS } from '../../../src/server/auth/captcha.ts'
import { claim, GUESSING, isGuessed, LADDER, SOLVED_WAIT } from '../../../src/server/core/limits/attempts.ts'
import { type TestApp, testApp } from '../app.ts'
import { attempt, type Signed, solved, type Try } from './guesses.ts'

const WRONG = '用户名或密码错误'
const DELAYED = '用户登录失败次数过多，请稍后再试'

/** Seconds to wait after so many failures in a row, at least one: what the statement of `claim` is to come to. */
const waitAfter = (failures: number): number => LADDER[Math.min(failures, LADDER.length) - 1] ?? 0

describe('the ladder', () => {
  it('begins after three failures and doubles, up to a quarter of an hour', () => {
    expect(LADDER.slice(0, 5)).toEqual([0, 0, 0, 1, 2])
    for (let n = 5; n < LADDER.length; n++) expect(waitAfter(n)).toBe(Math.min(waitAfter(n - 1) * 2, 900))
    expect(LADDER.at(-1)).toBe(900)
  })
  it.each([
    [9, 49, false],
    [10, 0, true],
    [0, 50, true],
  ])('an account with %i and an address with %i failures: guessed at %s', (account, address, is) =>
    expect(isGuessed({ account, address })).toBe(is),
  )
})

describe('tries', () => {
  let t: TestApp
  let tenant: string
  const usual = { ...BITS }
  beforeAll(async () => {
    t = await testApp()
    // what the work costs is tested in captcha.test.ts
    Object.assign(BITS, { usual: 4, most: 8 })
  })
  afterAll(async () => {
    Object.assign(BITS, usual)
    await t?.app.close()
  })
  beforeEach(async () => {
    tenant = await t.newTenant()
    for (const account of ['wang', 'zhao']) await t.addUser(tenant, { account, password: 'right' })
  })

  const bad = (one: Partial<Try> = {}) => attempt(t, { tenant, account: 'wang', ...one })
  const good = (one: Partial<Try> = {}) => bad({ password: 'right', ...one })
  /** Notifications of administrators, oldest first. */
  const told = async () => {
    const text = `select case kind when ${SECURITY_EVENT_KINDS.accountGuessing} then 'account' when ${SECURITY_EVENT_KINDS.addressGuessing} then 'address' end || ' ' || subject as event
      from "security_event" where tenant_id = $1 order by id`
    return (await t.db.scoped<{ event: string }>({ tenantId: tenant }, { text, values: [tenant] })).map(
      (row) => row.event,
    )
  }
  /** Time goes by for what is counted. */
  const later = (seconds: number) =>
    t.db.owner(async (tx) => {
      await tx.query(
        `update "login_attempt" set first_time = first_time - make_interval(secs => $2), last_time = last_time - make_interval(secs => $2),
         wait_until = wait_until - make_interval(secs => $2) where tenant_id = $1`,
        [tenant, seconds],
      )
      await tx.query(
        'update "security_event" set create_time = create_time - make_interval(secs => $2) where tenant_id = $1',
        [tenant, seconds],
      )
    })
  const user = async (account = 'wang') => {
    const [row] = await t.db.scoped<{ n: number; left: number | null }>(
      { tenantId: tenant },
      {
        text: `select login_error_count as n, ceil(extract(epoch from lock_until - now()))::int as left from "user" where tenant_id = $1 and account = $2`,
        values: [tenant, account],
      },
    )
    return row
  }

  it('that fail are slowed by the database step by step', async () => {
    const attempt = { tenantId: tenant, account: 'wang', address: '10.0.0.1', device: null }
    const after = async (failures: number) => {
      const text = `insert into "login_attempt" (tenant_id, kind, account, place, failures) values ($1, 'pair', 'wang', '10.0.0.1', $2)
        on conflict (tenant_id, kind, account, place) do update set failures = excluded.failures, wait_until = now()`
      if (failures > 1) await t.db.scoped({ tenantId: tenant }, { text, values: [tenant, failures - 1] })
      expect(await claim(t.db, attempt)).toMatchObject({ wait: 0 })
      const waits = `select round(extract(epoch from greatest(wait_until - last_time, interval '0')))::int as seconds from "login_attempt" where tenant_id = $1 and kind = 'pair'`
      const [row] = await t.db.scoped<{ seconds: number }>({ tenantId: tenant }, { text: waits, values: [tenant] })
      return row?.seconds
    }
    for (const failures of [1, 2, 3, 4, 5, 6, 9, 13, 14, 15, 1e9])
      expect([failures, await after(failures)]).toEqual([failures, waitAfter(failures)])
  })

  it.each(['wang', 'ghost'])(
    'of %s: three are free, then each failure doubles the wait; a try meanwhile is neither verified nor counted',
    async (account) => {
      for (let i = 0; i < 4; i++) expect(await bad({ account })).toMatchObject({ status: 400, msg: WRONG })
      for (let failures = 4; failures < 16; failures++) {
        const stopped = await good({ account })
        expect(stopped).toMatchObject({ status: 429, code: 429, success: false, error: 'invalid_grant' })
        const seconds = Number(stopped.headers['retry-after'])
        expect(stopped.msg).toBe(`${DELAYED}（${seconds} 秒）`)
        expect(stopped).toMatchObject({ error_description: stopped.msg, data: null })
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThanOrEqual(waitAfter(failures))
        // a busy machine may lose seconds, never so many
        if (failures > 10) expect(seconds).toBeGreaterThan(waitAfter(failures) / 2)
        expect((await bad({ account })).status).toBe(429)
        // the wait is over, and no other failures have made the account suspicious
        await later(seconds)
        await t.db.owner((tx) =>
          tx.query(`update "login_attempt" set failures = 0 where tenant_id = $1 and kind <> 'pair'`, [tenant]),
        )
        expect(await bad({ account })).toMatchObject({ status: 400, msg: WRONG })
      }
    },
    60_000,
  )

  it('says it in English', async () => {
    await t.db.scoped({ tenantId: tenant }, delayedPair())
    expect((await bad({ language: 'en' })).msg).toMatch(/^Too many failed sign-ins, please try again in \d+ seconds$/)
  })
  /** A pair that has to wait for a long time already. */
  const delayedPair = () => ({
    text: `insert into "login_attempt" (tenant_id, kind, account, place, failures, wait_until) values ($1, 'pair', 'wang', '10.0.0.1', 13, now() + interval '9 minutes')`,
    values: [tenant],
  })

  it('of others do not stop the account’s owner, neither from another address nor from a known browser', async () => {
    const first = await good({ from: '10.0.0.9' })
    const device = first.device?.value
    // five, as it used to take, and many more from everywhere; the owner's own address among them
    for (let i = 0; i < 5; i++) await bad()
    expect((await good({ from: '10.0.0.2' })).access_token).toBeTruthy()
    for (let i = 0; i < 12; i++) await bad({ from: `10.9.0.${i}` })
    for (let i = 0; i < 4; i++)
      await bad({ from: '10.0.0.9', captcha: await solved(t, { tenantId: tenant, account: 'wang' }) })
    expect((await good({ from: '10.0.0.9' })).status).toBe(429)
    expect((await good({ from: '10.0.0.9', device })).access_token).toBeTruthy()
  })

  it('of others at the same address delay users who solve a captcha by half a minute at most', async () => {
    await t.db.scoped({ tenantId: tenant }, delayedPair())
    const solve = () => solved(t, { tenantId: tenant, account: 'wang' })
    expect(await good()).toMatchObject({ status: 429, captcha_required: true })
    expect(await good({ captcha: { key: crypto.randomUUID(), code: 'wrong' } })).toMatchObject({
      status: 400,
      captcha_required: true,
    })
    expect(await bad({ captcha: await solve() })).toMatchObject({ status: 400, msg: WRONG })
    expect((await good({ captcha: await solve() })).access_token).toBeTruthy()
    // guessing goes on slowly with captchas, too: a place of its own, with a ladder of its own
    await bad({ captcha: await solve() })
    await t.db.owner((tx) =>
      tx.query(`update "login_attempt" set failures = 12 where tenant_id = $1 and place like 'solved:%'`, [tenant]),
    )
    expect(await bad({ captcha: await solve() })).toMatchObject({ status: 400, msg: WRONG })
    const stopped = await good({ captcha: await solve() })
    expect(stopped.status).toBe(429)
    expect(stopped.captcha_required).toBeUndefined()
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(SOLVED_WAIT)
    expect((await good()).status).toBe(429)
  })

  it('of an account from many addresses require a captcha, and a solved one allows sign-in', async () => {
    for (let i = 0; i < GUESSING.account; i++)
      expect(await bad({ from: `10.1.0.${i}` })).toMatchObject({ status: 400, msg: WRONG })
    const asked = await good({ from: '10.2.0.1' })
    expect(asked).toMatchObject({
      status: 400,
      code: 400,
      success: false,
      captcha_required: true,
      msg: '近期登录失败次数过多，请完成验证码后再登录',
    })
    expect(asked.access_token).toBeUndefined()
    expect((await good({ from: '10.2.0.1', language: 'en' })).msg).toBe(
      'There were too many failed sign-ins lately: please solve the captcha to sign in',
    )
    const captcha = await solved(t, { tenantId: tenant, account: 'wang' })
    expect((await good({ from: '10.2.0.1', captcha })).access_token).toBeTruthy()
    // the other account of the tenant is not affected
    expect((await good({ account: 'zhao', from: '10.2.0.1' })).access_token).toBeTruthy()
    await later(GUESSING.minutes * 60 + 1)
    expect((await good({ from: '10.2.0.2' })).access_token).toBeTruthy()
  })

  it('of an address on many accounts require a captcha there, and do not stop users who solve one', async () => {
    const statuses = new Set<string>()
    for (let i = 0; i < 60; i++) statuses.add((await bad({ account: `guess${i}` })).msg)
    expect([...statuses]).toEqual([WRONG, '近期登录失败次数过多，请完成验证码后再登录'])
    expect(await good()).toMatchObject({ status: 400, captcha_required: true })
    const captcha = await solved(t, { tenantId: tenant, account: 'wang' })
    const signed = await good({ captcha })
    expect(signed.access_token).toBeTruthy()
    expect((await good({ device: signed.device?.value })).access_token).toBeTruthy()
    expect((await good({ account: 'zhao', from: '10.0.0.2' })).access_token).toBeTruthy()
  }, 60_000)

  it('are reported to administrators once per window, by account and by address', async () => {
    for (let i = 0; i < GUESSING.account + 3; i++) {
      const from = `10.3.0.${i}`
      await bad({
        from,
        captcha: i < GUESSING.account ? undefined : await solved(t, { tenantId: tenant, account: 'wang' }),
      })
    }
    expect(await told()).toEqual(['account wang'])
    await later(GUESSING.minutes * 60 + 1)
    for (let i = 0; i < GUESSING.account; i++) await bad({ from: `10.4.0.${i}` })
    expect(await told()).toEqual(['account wang', 'account wang'])
    for (let i = 0; i < GUESSING.address; i++) await bad({ account: `guess${i}`, from: '10.5.0.1' })
    expect(await told()).toEqual(['account wang', 'account wang', 'address 10.5.0.1'])
  }, 60_000)

  it('that fail are shown at the user, and forgotten by a success', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 3; i++) expect((await bad()).msg).toBe(WRONG)
      expect(await user()).toEqual({ n: 3, left: null })
      expect((await good()).access_token).toBeTruthy()
      expect(await user()).toEqual({ n: 0, left: null })
    }
    for (let i = 0; i < 8; i++) {
      await bad()
      await later(i < 7 ? 64 : 0)
    }
    const waits = await user()
    expect(waits?.n).toBe(8)
    expect(waits?.left).toBeGreaterThan(0)
    expect(waits?.left).toBeLessThanOrEqual(16)
  })

  it('are forgotten after half an hour of quiet', async () => {
    for (let i = 0; i < 4; i++) await bad()
    await later(1)
    await bad()
    await later(GUESSING.minutes * 60 + 1)
    for (let i = 0; i < 4; i++) expect((await bad()).msg).toBe(WRONG)
    expect((await bad()).status).toBe(429)
  })

  /** How many the ladder lets one place try within so many seconds, when nothing failed before. */
  const allowed = (seconds: number): number => {
    let n = 1
    for (let sum = waitAfter(n); sum <= seconds; sum += waitAfter(n)) n++
    return n
  }
  const atOnce = async (
    apps: TestApp[],
    of: (i: number) => Partial<Try>,
  ): Promise<{ answers: Signed[]; seconds: number }> => {
    const began = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        attempt(apps[i % apps.length] as TestApp, { tenant, account: 'wang', ...of(i) }),
      ),
    )
    return { answers, seconds: (Date.now() - began) / 1000 }
  }
  const verified = (answers: Signed[]) => answers.filter((a) => a.msg === WRONG).length

  it('are counted one by one when fifty come at once, at two instances', async () => {
    const other = await testApp({}, undefined, t.db)
    const { answers, seconds } = await atOnce([t, other], () => ({}))
    await other.app.close()
    expect(verified(answers)).toBeGreaterThanOrEqual(3)
    expect(verified(answers)).toBeLessThanOrEqual(allowed(seconds))
    expect(answers.filter((a) => a.status === 429)).toHaveLength(50 - verified(answers))
    const [row] = await t.db.scoped<{ failures: number }>(
      { tenantId: tenant },
      { text: `select failures from "login_attempt" where tenant_id = $1 and kind = 'pair'`, values: [tenant] },
    )
    expect(row?.failures).toBe(verified(answers))
  }, 60_000)

  it('from fifty addresses at once verify no more of an account than its threshold', async () => {
    const other = await testApp({}, undefined, t.db)
    const { answers } = await atOnce([t, other], (i) => ({ from: `10.6.0.${i}` }))
    await other.app.close()
    expect(verified(answers)).toBe(GUESSING.account)
    expect(answers.filter((a) => a.captcha_required)).toHaveLength(50 - GUESSING.account)
    expect(await told()).toEqual(['account wang'])
  }, 60_000)

  it('that are right do not stop each other, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => good()))
    expect(answers.every((a) => a.access_token)).toBe(true)
    expect(new Set(answers.map((a) => a.access_token)).size).toBe(12)
    expect(await user()).toEqual({ n: 0, left: null })
  })

  describe('from a known device', () => {
    it('is a cookie for the token endpoint that no script sees', async () => {
      const { device } = await good()
      expect(device).toMatchObject({
        path: '/api/blade-auth/oauth/token',
        httpOnly: true,
        sameSite: 'strict',
        maxAge: 180 * 86_400,
      })
      expect(device?.value).toMatch(/^[\w-]{43}$/)
      const rows = await t.db.owner((tx) =>
        tx.query<{ hash: Uint8Array }>('select hash from "known_device" where tenant_id = $1', [tenant]),
      )
      expect(rows).toHaveLength(1)
      expect(Buffer.from(rows[0]?.hash ?? []).toString('base64url')).not.toContain(device?.value)
      expect((await bad({ from: '10.0.0.3' })).device).toBeUndefined()
    })
    it('guesses are slowed on their own', async () => {
      const device = (await good()).device?.value
      for (let i = 0; i < 4; i++) expect((await bad({ device })).msg).toBe(WRONG)
      expect((await good({ device })).status).toBe(429)
      // the place has not failed, and the device elsewhere is the same device
      expect((await good()).access_token).toBeTruthy()
      expect((await good({ device, from: '10.0.0.4' })).status).toBe(429)
    })
    it('proves nothing else: not for another account, not when it was made up', async () => {
      const device = (await good()).device?.value
      for (let i = 0; i < GUESSING.account; i++) await bad({ account: 'zhao', from: `10.7.0.${i}` })
      for (const made of [device, 'A'.repeat(43), 'x', ''])
        expect((await good({ account: 'zhao', device: made })).captcha_required).toBe(true)
      expect((await bad({ device, account: 'wang' })).msg).toBe(WRONG)
    })
    it('is kept for colleagues at one desk, never taken over from outside, and at most ten a user', async () => {
      const first = (await good()).device?.value
      expect((await good({ account: 'zhao', device: first })).device?.value).toBe(first)
      expect((await good({ device: 'B'.repeat(43) })).device?.value).not.toBe('B'.repeat(43))
      for (let i = 0; i < 11; i++) await good()
      const [row] = await t.db.owner((tx) =>
        tx.query<{ n: number }>(
          `select count(*)::int as n from "known_device" d join "user" u on u.tenant_id = d.tenant_id and u.id = d.user_id where d.tenant_id = $1 and u.account = 'wang'`,
          [tenant],
        ),
      )
      expect(row?.n).toBe(10)
      for (let i = 0; i < GUESSING.account; i++) await bad({ from: `10.8.0.${i}` })
      expect((await good({ device: first })).captcha_required).toBe(true)
    })
  })
})
