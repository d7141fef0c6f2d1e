import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROOF, proofText, zeroBits } from '../../../src/model/values/proof.ts'
import { BITS, bitsFor, isProof } from '../../../src/server/auth/captcha.ts'
import { clientSecretHash } from '../../../src/server/auth/clients.ts'
import { GUESSING } from '../../../src/server/core/limits/attempts.ts'
import { BASIC, SABER, type TestApp, testApp } from '../app.ts'
import { ask, attempt, solved, type Try, work } from './guesses.ts'

describe('a proof of work', () => {
  it.each([
    [[255], 0],
    [[127], 1],
    [[1], 7],
    [[0, 255], 8],
    [[0, 0, 16], 19],
    [[0, 0], 16],
  ])('%j begins with %i zero bits', (bytes, bits) => expect(zeroBits(Uint8Array.from(bytes as number[]))).toBe(bits))
  it('is a number, and worth the bits', () => {
    const challenge = { key: 'k', salt: 's', bits: 10 }
    expect(proofText(challenge, 7)).toBe('k.s.7')
    const nonce = work(challenge).slice(PROOF.length)
    expect(isProof(challenge, nonce)).toBe(true)
    expect(isProof({ ...challenge, bits: 40 }, nonce)).toBe(false)
    expect(isProof({ ...challenge, salt: 't' }, nonce)).toBe(false)
    for (const wrong of ['', '-1', '1.5', `${nonce} `, 'x', '9'.repeat(16)])
      expect(isProof({ ...challenge, bits: 0 }, wrong)).toBe(false)
    expect(isProof({ ...challenge, bits: 0 }, '0')).toBe(true)
  })
  it.each([
    [0, 0, 17],
    [9, 49, 17],
    [10, 0, 18],
    [19, 0, 18],
    [20, 0, 19],
    [0, 50, 18],
    [0, 400, 21],
    [100_000, 0, 21],
  ])('with %i failures of the account and %i of the address takes %i bits', (account, address, bits) =>
    expect(bitsFor({ account, address })).toBe(bits),
  )
})

describe('captchas', () => {
  let c: TestApp
  let off: TestApp
  /** Another instance on the same database. */
  let second: TestApp
  let tenant: string
  beforeAll(async () => {
    c = await testApp({ captcha: true })
    off = await testApp({ captcha: false }, undefined, c.db)
    second = await testApp({ captcha: true }, undefined, c.db)
    tenant = await c.newTenant()
    await c.addUser(tenant, { account: 'zhang', password: 'secret' })
  })
  afterAll(async () => {
    for (const app of [c, off, second]) await app?.app.close()
  })

  const good = (one: Partial<Try> = {}, app = c) =>
    attempt(app, { tenant, account: 'zhang', password: 'secret', from: '10.1.0.1', ...one })
  const codeOf = async (key: string) =>
    (await c.db.owner((tx) => tx.query<{ code: string }>('select code from "captcha" where key = $1', [key])))[0]
      ?.code ?? ''
  const picture = async () => {
    const { key } = await ask(c)
    return { key, code: await codeOf(key) }
  }

  it('are pictures without outlines to read, and work to do; raw', async () => {
    const answer = await ask(c)
    expect(answer).toMatchObject({ status: 200, required: true, challenge: { bits: BITS.usual } })
    expect(answer).not.toHaveProperty('success')
    expect(answer.headers['cache-control']).toBe('no-store')
    const bytes = Buffer.from(answer.image.replace(/^data:image\/png;base64,/, ''), 'base64')
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    // width and height of the header: twice its own size, for sharp screens
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([260, 88])
    expect(await codeOf(answer.key)).toMatch(/^[a-z0-9]{5}$/)
  })
  it('are work alone where that is asked for; an empty answer solves none', async () => {
    const answer = await ask(c, { type: 'pow' })
    expect(answer).toMatchObject({ image: '', challenge: { bits: BITS.usual } })
    expect(await codeOf(answer.key)).toBe('')
    expect(await good({ captcha: { key: answer.key, code: '' } })).toMatchObject({ status: 400, msg: '验证码不正确' })
  })
  it.each([
    ['password', SABER],
    ['captcha', SABER],
    ['password', BASIC],
    ['captcha', BASIC],
  ])('cannot be skipped by grant %s', async (grant, authorization) => {
    expect(await good({ grant, authorization })).toMatchObject({
      status: 400,
      code: 400,
      msg: '验证码不正确',
      captcha_required: true,
    })
    const captcha = authorization === SABER ? await picture() : await solved(c)
    expect((await good({ grant, authorization, captcha })).access_token).toBeTruthy()
  })
  it('are not asked of machines, by their client row', async () => {
    await c.db.owner(async (tx) => {
      await tx.query(
        `insert into "client" (tenant_id, id, client_id, client_name, authorized_grant_types, captcha)
         values ('000000', 77, 'robot', 'robot', 'password,refresh_token', 0)`,
      )
      await tx.query('insert into "client_secret" (client_id, hash) values ($1, $2)', [
        'robot',
        clientSecretHash('robot_secret'),
      ])
    })
    const signed = await good({ authorization: `Basic ${Buffer.from('robot:robot_secret').toString('base64')}` })
    expect(signed.access_token).toBeTruthy()
    expect(signed.device).toBeUndefined()
  })
  it('are good once, in any case', async () => {
    const captcha = await picture()
    expect(
      (await good({ authorization: SABER, captcha: { ...captcha, code: ` ${captcha.code.toUpperCase()} ` } }))
        .access_token,
    ).toBeTruthy()
    expect(await good({ captcha })).toMatchObject({ status: 400, msg: '验证码不正确' })
    const proof = await solved(c)
    // whichever instance is asked
    const both = await Promise.all([good({ captcha: proof }), good({ captcha: proof }, second)])
    expect(both.filter((a) => a.access_token)).toHaveLength(1)
  })
  it('are spent by a wrong answer, and by time', async () => {
    for (const code of ['zzzzz', `${PROOF}1`, PROOF]) {
      const one = await picture()
      expect(await good({ captcha: { ...one, code } })).toMatchObject({ msg: '验证码不正确', captcha_required: true })
      expect(await good({ captcha: one })).toMatchObject({ msg: '验证码不正确' })
    }
    const late = await solved(c)
    await c.db.owner((tx) =>
      tx.query(`update "captcha" set expires = now() - interval '1 second' where key = $1`, [late.key]),
    )
    expect(await good({ captcha: late })).toMatchObject({ msg: '验证码不正确' })
  })
  it.each(['', 'nonsense', '00000000-0000-0000-0000-000000000000'])('key %j is wrong', async (key) => {
    expect(await good({ captcha: { key, code: 'abcde' } })).toMatchObject({ status: 400, msg: '验证码不正确' })
  })
  it('are not counted as bad tries, and go on where others made the pair wait', async () => {
    for (let i = 0; i < 6; i++) await good()
    expect((await good({ captcha: await solved(c) })).access_token).toBeTruthy()
    await c.db.scoped(
      { tenantId: tenant },
      {
        text: `insert into "login_attempt" (tenant_id, kind, account, place, failures, wait_until) values ($1, 'pair', 'zhang', '10.1.0.2', 9, now() + interval '9 minutes')`,
        values: [tenant],
      },
    )
    expect(await good({ from: '10.1.0.2' })).toMatchObject({ status: 429, captcha_required: true })
    expect((await good({ captcha: await solved(c), from: '10.1.0.2' })).access_token).toBeTruthy()
  })
  it('cost more for an account that is being guessed at; cheaper work is not taken', async () => {
    const busy = await c.newTenant()
    await c.addUser(busy, { account: 'li', password: 'secret' })
    const failures = 2 * GUESSING.account
    await c.db.scoped(
      { tenantId: busy },
      {
        text: `insert into "login_attempt" (tenant_id, kind, account, place, failures) values ($1, 'account', 'li', '', $2)`,
        values: [busy, failures],
      },
    )
    const one = { tenant: busy, account: 'li', password: 'secret', from: '10.1.0.3' }
    const named = await ask(c, { type: 'pow', tenantId: busy, account: 'li' })
    expect(named.challenge?.bits).toBe(BITS.usual + 2)
    expect((await ask(c, { type: 'pow', tenantId: busy, account: 'other' })).challenge?.bits).toBe(BITS.usual)
    // a proof worth the usual bits exactly
    let cheap = await solved(c)
    const worth = (p: { key: string; code: string }, salt: string, bits: number) =>
      isProof({ key: p.key, salt, bits }, p.code.slice(PROOF.length))
    for (;;) {
      const [row] = await c.db.owner((tx) =>
        tx.query<{ salt: string }>('select salt from "captcha" where key = $1', [cheap.key]),
      )
      if (!worth(cheap, row?.salt ?? '', BITS.usual + 2)) break
      cheap = await solved(c)
    }
    expect(await attempt(c, { ...one, captcha: cheap })).toMatchObject({ status: 400, captcha_required: true })
    expect(
      (await attempt(c, { ...one, captcha: await solved(c, { tenantId: busy, account: 'li' }) })).access_token,
    ).toBeTruthy()
  }, 120_000)

  describe('where they are off', () => {
    it('are not asked for', async () => {
      expect(await ask(off, {}, '10.1.0.7')).toMatchObject({ status: 200, key: '', image: '', required: false })
      expect(await ask(off, { type: 'pow' }, '10.1.0.7')).toMatchObject({ key: '', required: false })
      for (const grant of ['password', 'captcha']) expect((await good({ grant }, off)).access_token).toBeTruthy()
    })
    it('are given to clients that need one: proof of work to the console, a picture to others', async () => {
      const busy = await c.newTenant()
      await c.addUser(busy, { account: 'li', password: 'secret' })
      await c.db.scoped(
        { tenantId: busy },
        {
          text: `insert into "login_attempt" (tenant_id, kind, account, place, failures) values ($1, 'account', 'li', '', 10)`,
          values: [busy],
        },
      )
      const one = { tenant: busy, account: 'li', password: 'secret', from: '10.1.0.4' }
      expect((await ask(off, {}, '10.1.0.4')).image).toBe('')
      expect(await attempt(off, { ...one, authorization: SABER })).toMatchObject({
        status: 400,
        captcha_required: true,
      })
      const { key, image } = await ask(off, {}, '10.1.0.4')
      expect(image).toMatch(/^data:image\/png;base64,/)
      expect(
        (await attempt(off, { ...one, authorization: SABER, captcha: { key, code: await codeOf(key) } })).access_token,
      ).toBeTruthy()
      expect(
        (await attempt(off, { ...one, captcha: await solved(off, { tenantId: busy, account: 'li' }, '10.1.0.5') }))
          .access_token,
      ).toBeTruthy()
      expect((await ask(off, {}, '10.1.0.6')).image).toBe('')
    })
  })
})
