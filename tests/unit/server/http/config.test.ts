import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clockOffset } from '../../../../src/server/core/context/createContext.ts'
import { makeLog } from '../../../../src/server/core/context/log.ts'
import { HELP, isLoopback, readConfig } from '../../../../src/server/core/settings/config.ts'
import { contentPolicy } from '../../../../src/server/http/headers.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './.data',
      databaseUrl: null,
      ports: {},
      secretKeys: null,
      captcha: true,
      sessionHours: 12,
      seed: 'small',
      demoToday: null,
      demoPassword: 'admin',
      adminPassword: null,
      logLevel: 'info',
      trustProxy: ['loopback'],
      frameHosts: [],
      bucket: null,
      publicUrl: null,
      meetingEvents: null,
    })
  })
  it('takes the token and the key of meeting events as the service has them entered', () => {
    const [token, key] = [`${'a1'.repeat(12)}z`, 'A'.repeat(43)]
    const read = (more: Record<string, string>) => readConfig({ TENCENT_MEETING_EVENT_TOKEN: token, ...more })
    expect(read({}).meetingEvents).toEqual({ token, key: null })
    expect(read({ TENCENT_MEETING_EVENT_KEY: key }).meetingEvents?.key).toHaveLength(32)
    for (const more of [{ TENCENT_MEETING_EVENT_TOKEN: '' }, { TENCENT_MEETING_EVENT_TOKEN: 'short' }])
      expect(() => read({ TENCENT_MEETING_EVENT_KEY: key, ...more })).toThrow('EVENT_TOKEN must be 25')
    expect(() => read({ TENCENT_MEETING_EVENT_KEY: 'A'.repeat(42) })).toThrow('EVENT_KEY must be 43')
  })
  it('takes the address that people are sent to, by https alone, as links begin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://rounds.example.com/base/' }).publicUrl).toBe(
      'https://rounds.example.com/base',
    )
    for (const PUBLIC_URL of ['rounds.example.com', 'http://rounds.example.com', 'https://a.example/?x=1'])
      expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL must be an https:// address')
  })
  it('takes empty for not given', () => {
    expect(readConfig({ PORT: '', SEED: ' ', CAPTCHA: '', DEMO_TODAY: '' })).toEqual(readConfig({}))
  })
  it('keeps files in a bucket that is named whole, over a way that nobody reads', () => {
    const named = { S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    const of = (S3_ENDPOINT: string) => readConfig({ ...named, S3_ENDPOINT }).bucket
    const kept = { bucket: 'files', region: 'us-east-1', accessKey: 'a', secretKey: 'b' }
    for (const endpoint of ['https://s3.example.com', 'http://127.0.0.1:9000'])
      expect(of(endpoint)).toEqual({ ...kept, endpoint })
    for (const endpoint of ['http://s3.example.com', 's3.example.com', 'ftp://127.0.0.1'])
      expect(() => of(endpoint)).toThrow()
  })
  it('seeds nothing on PostgreSQL unless asked', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/rounds'
    expect(readConfig({ DATABASE_URL }).seed).toBe('none')
    expect(readConfig({ DATABASE_URL, SEED: 'small' }).seed).toBe('small')
  })
  it.each([
    ['PORT', '70000', 'PORT must be a number from 0 to 65535, not "70000".'],
    ['PORT', '8o80', 'PORT must be a number from 0 to 65535, not "8o80".'],
    ['PORT', '-1', 'PORT must be a number from 0 to 65535, not "-1".'],
    ['CAPTCHA', 'yes', 'CAPTCHA must be on or off, not "yes".'],
    ['S3_BUCKET', 'files', 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together: say all of them.'],
    ['SESSION_HOURS', '0', 'SESSION_HOURS must be a number from 1 to 720, not "0".'],
    ['SESSION_HOURS', '12h', 'SESSION_HOURS must be a number from 1 to 720, not "12h".'],
    ['SEED', 'large', 'SEED must be small or none, not "large".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be debug or info or warn or error or silent, not "loud".'],
    ['DEMO_TODAY', '2024-13-01', 'DEMO_TODAY must be a day such as 2024-06-15, not "2024-13-01".'],
    ['DEMO_TODAY', '2024-02-30', 'DEMO_TODAY must be a day such as 2024-06-15, not "2024-02-30".'],
    [
      'DATABASE_URL',
      'mysql://x',
      'DATABASE_URL must be a postgres:// address such as postgres://user:password@host:5432/database.',
    ],
    [
      'DATABASE_URL',
      'localhost',
      'DATABASE_URL must be a postgres:// address such as postgres://user:password@host:5432/database.',
    ],
    ...[
      '10.0.0',
      'proxy',
      '10.0.0.1/33',
      '10.0.0.1/',
      '::1/129',
      '0',
      '2',
      '10.0.0.1,,10.0.0.2',
      '10.0.0.1/8/8',
      'true',
    ].map((given) => [
      'TRUST_PROXY',
      given,
      `TRUST_PROXY must be addresses or networks such as 10.0.0.7,192.168.0.0/16, loopback or off, not "${given}".`,
    ]),
    ...[
      'help.example.com',
      'http://help.example.com',
      'https://*.example.com',
      'https://help.example.com/page',
      'https://u:p@help.example.com',
      "https://help.example.com;script-src 'none'",
      'javascript:alert(1)',
    ].map((given) => [
      'FRAME_HOSTS',
      given,
      `FRAME_HOSTS must be https:// origins joined by commas, as https://help.example.com, not "${given}".`,
    ]),
  ])('says one sentence about %s=%s', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })
  it.each([
    ['off', false],
    ['loopback', ['loopback']],
    ['10.0.0.7', ['10.0.0.7']],
    [' 10.0.0.7 , 192.168.0.0/16,fd00::/8, uniquelocal', ['10.0.0.7', '192.168.0.0/16', 'fd00::/8', 'uniquelocal']],
  ])('believes the proxies of TRUST_PROXY=%s', (TRUST_PROXY, expected) =>
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(expected),
  )
  it('takes origins that may be framed, and the policy of the console names them', () => {
    const { frameHosts } = readConfig({
      FRAME_HOSTS: 'https://help.example.com, https://b.example.com:8443/,http://localhost:3000',
    })
    expect(frameHosts).toEqual(['https://help.example.com', 'https://b.example.com:8443', 'http://localhost:3000'])
    expect(contentPolicy([], frameHosts)).toContain(
      "frame-src 'self' https://help.example.com https://b.example.com:8443 http://localhost:3000;",
    )
    expect(contentPolicy()).toContain("frame-src 'self';")
  })
  it('lists every variable in the help', () => {
    for (const name of [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'CAPTCHA',
      'SESSION_HOURS',
      'SEED',
      'DEMO_TODAY',
      'DEMO_PASSWORD',
      'ADMIN_PASSWORD',
      'TRUST_PROXY',
      'FRAME_HOSTS',
      'LOG_LEVEL',
    ])
      expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'))
  })
  it('recognises loopback addresses', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '192.168.1.2', 'example.org'].some(isLoopback)).toBe(false)
  })
})

describe('the business clock', () => {
  it('moves the day and leaves the hour', () => {
    const real = Date.parse('2026-03-09T23:30:15.250+08:00')
    const moved = real + clockOffset('2024-06-15', real)
    expect(new Date(moved).toISOString()).toBe('2024-06-15T15:30:15.250Z')
  })
  it('is the real one without DEMO_TODAY', () => expect(clockOffset(null, Date.now())).toBe(0))
})

describe('the log', () => {
  const lines = (level: 'debug' | 'info' | 'warn' | 'error' | 'silent') => {
    const said: string[] = []
    const log = makeLog(level, (line) => said.push(line), false)
    log.debug('d')
    log.info('i', { requestId: 'r1' })
    log.warn('w')
    log.error('e', new Error('boom'))
    return said.map((l) => JSON.parse(l) as Record<string, unknown>)
  }
  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('at %s writes %j, a JSON object a line', (level, expected) => {
    expect(lines(level).map((l) => l.level)).toEqual(expected)
  })
  it('carries facts and errors', () => {
    const all = lines('debug')
    expect(all[1]).toMatchObject({ msg: 'i', requestId: 'r1' })
    expect(all[3]).toMatchObject({ msg: 'e', error: { message: 'boom' } })
  })
})

// a translator takes the texts of the page away from what draws it
it('the page of the console asks not to be translated', () => {
  const page = readFileSync(new URL('../../../../public/index.html', import.meta.url), 'utf8')
  expect(page).toMatch(/<html[^>]* translate="no"[^>]*class="notranslate"/)
  expect(page).toContain('<meta name="google" content="notranslate"')
})
