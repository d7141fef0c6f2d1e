import { expect, it } from 'vitest'
import { resources } from '../../../../src/model/business.ts'
import type { Field } from '../../../../src/model/language/fields/field.ts'
import { hasMasked, type Resource, unmaskCode } from '../../../../src/model/language/resource.ts'
import { openApi } from '../../../../src/server/http/openapi/openapi.ts'

const secret = [...resources.values()].filter((r) => hasMasked(r) && r.operations.includes('view'))
const maskedOf = (r: Resource): string[] =>
  Object.entries<Field>(r.fields).flatMap(([name, f]) => (f.facts.masked ? [name] : []))

it('the API document offers only whole values of personal data, names the permission, and has no examples of people', () => {
  const { paths } = openApi() as {
    paths: Record<string, Record<string, { parameters?: { name: string; 'x-permission'?: string[] }[] }>>
  }
  for (const r of secret) {
    const parameters =
      paths[`/api/${r.calls[0]}/page`]?.[(r.list.pageMethod ?? r.list.method ?? 'GET').toLowerCase()]?.parameters ?? []
    for (const name of maskedOf(r)) {
      const about = parameters.filter((p) => p.name === name || p.name.startsWith(`${name}_`))
      for (const p of about)
        expect([p.name, p['x-permission']]).toEqual([p.name === name ? name : `${name}_equal`, [unmaskCode(r)]])
      expect(about.length).toBe((r.list.search as readonly string[]).includes(name) ? 2 : 0)
    }
  }
  const text = JSON.stringify(openApi())
  const examples = [...text.matchAll(/"examples?":(\[[^\]]*\]|"[^"]*")/g)].map((m) => m[1])
  expect(new Set(examples)).toEqual(new Set(['["1234.50"]', '["2024-06-15"]', '["2024-06-15 08:00:00"]']))
})
