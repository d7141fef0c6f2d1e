import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PARTNER_SCOPES } from '../../../../src/model/administration/access/partnerScopes.ts'
import {
  closePlan,
  partnerCalls,
  registerDoctor,
  submitReport,
} from '../../../../src/model/administration/partner/calls.ts'
import { SANDBOX_PORTS, sandboxCalls } from '../../../../src/model/administration/partner/sandboxCalls.ts'
import { permissionsOfScopes } from '../../../../src/server/auth/partnerPermissions.ts'
import { domains } from '../../../../src/server/domains.ts'
import { openApi } from '../../../../src/server/http/openapi/openapi.ts'
import { signedExample } from '../../../../src/server/http/openapi/openapiPartner.ts'
import { maskedParams } from '../../../../src/server/http/partnerLog.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../docs/guides/partner-api.md'), 'utf8')

describe('the partner API as it is told of', () => {
  it('has an example, refusals and a handler of every call, and needs a scope of those there are', () => {
    const { paths } = openApi() as { paths: Record<string, Record<string, Record<string, unknown>>> }
    for (const call of partnerCalls) {
      const [path = ''] = call.paths
      const said = paths[`/api/${path}`]?.[call.method.toLowerCase()] as {
        security: unknown
        responses: Record<string, { content: Record<string, { example: { code: number; data: unknown } }> }>
        requestBody?: { content: Record<string, { example?: object }> }
      }
      expect(said.security, path).toEqual([{ partner: [] }])
      const codes = ['200', '401', '403', '409', '422', '429']
      for (const code of codes)
        expect(said.responses[code]?.content['application/json']?.example.code, `${path} ${code}`).toBe(Number(code))
      expect(said.responses['200']?.content['application/json']?.example.data, path).not.toBeNull()
      expect(domains.handlers.get(call.id), path).toBeTypeOf('function')
      if (call.scope) expect(Object.keys(PARTNER_SCOPES), path).toContain(call.scope)
      expect(GUIDE, path).toContain(path.replace('openapi/partner/', ''))
      // examples hold declared fields only
      const fields = { ...call.query, ...call.body }
      const example = said.requestBody?.content['application/json']?.example ?? {}
      const foreign = Object.keys(example).filter((name) => !Object.hasOwn(fields, name))
      expect(foreign, path).toEqual([])
    }
  })

  it('is what people play doctors by, with examples of what each call declares, and nothing of a client', () => {
    const { paths } = openApi() as { paths: Record<string, { post?: Record<string, unknown> }> }
    expect(sandboxCalls.map(({ paths: [path] }) => path)).toEqual(
      ['sign', 'submitReport', 'attend', 'face', 'bid'].map((name) => `sandbox/${name}`),
    )
    for (const call of sandboxCalls) {
      const said = paths[`/api/${call.paths[0]}`]?.post as {
        security: unknown
        'x-permission': unknown
        description: string
        responses: Record<
          string,
          { content: Record<string, { example: { code: number; data: unknown; msg: string } }> }
        >
        requestBody: { content: Record<string, { example: object }> }
      }
      expect([said.security, said['x-permission']], call.id).toEqual([[{ token: [] }], ['sandbox_doctor']])
      for (const { id } of SANDBOX_PORTS[call.id] ?? []) expect(said.description, call.id).toContain(`port.${id}`)
      for (const code of ['200', '403', '409'])
        expect(said.responses[code]?.content['application/json']?.example.code, `${call.id} ${code}`).toBe(Number(code))
      const example = said.requestBody.content['application/json']?.example ?? {}
      expect(Object.keys(example).length, call.id).toBeGreaterThan(1)
      for (const name of Object.keys(example)) expect(call.body, call.id).toHaveProperty(name)
      for (const name of ['messageNumber', 'entrustedCompanyId']) expect(call.body, call.id).not.toHaveProperty(name)
    }
  })

  it('signs in its guide as it says', () => {
    const example = signedExample(closePlan)
    const { time, method, path, body, secret, signature } = example as NonNullable<typeof example>
    expect(createHmac('sha256', secret).update([time, method, path, body].join('\n')).digest('hex')).toBe(signature)
    for (const part of [secret, `${time}\n${method}\n${path}\n${body}`, `x-rounds-signature: ${signature}`])
      expect(GUIDE).toContain(part)
    for (const scope of Object.keys(PARTNER_SCOPES)) expect(GUIDE).toContain(`\`${scope}\``)
  })

  it('gives a client what its scopes stand for and nothing more', () => {
    expect([...permissionsOfScopes(['doctor.register'])]).toEqual(['authenticationDoctor_add'])
    expect(permissionsOfScopes(['plan.create']).size).toBe(8)
    expect([...permissionsOfScopes(['report.submit', 'plan.close'])]).toEqual([])
    expect([...permissionsOfScopes(['invitation.answer'])]).toEqual(['bidRecord_add'])
    const all = permissionsOfScopes(Object.keys(PARTNER_SCOPES) as never)
    for (const code of all) expect(code).toMatch(/_(add|view|certify|edit)$/)
    expect([...all].filter((code) => /unmask|audit|confirm/.test(code))).toEqual([])
  })

  it('is logged without anything of a person', () => {
    const logged = maskedParams(registerDoctor, {
      messageNumber: 'M-1',
      doctorName: '王隐名',
      phone: '13900000001',
      idCardNumber: '11010519491231002X',
      bankAccount: '6222020000001111',
      gender: 1,
      entrustedCompanyId: '1575902911551001000',
      // a number of a person where an id belongs
      idCardFront: '110105194912310021',
      王隐名: 'x',
    })
    expect(JSON.parse(logged)).toEqual({
      messageNumber: 'M-1',
      doctorName: '***',
      phone: '***',
      idCardNumber: '***',
      bankAccount: '***',
      gender: '1',
      entrustedCompanyId: '1575902911551001000',
      idCardFront: '***',
      '***': '***',
    })
    const report = maskedParams(submitReport, { planId: '110105194912310021', collectData: { a: '王' }, files: '1,2' })
    expect(JSON.parse(report)).toEqual({ planId: '***', collectData: '***', files: '***' })
  })
})
