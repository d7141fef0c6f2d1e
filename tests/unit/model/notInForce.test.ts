import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { READ_BY_FORMS } from '../../../src/model/administration/system/dictBiz.ts'
import { declaredParams } from '../../../src/model/administration/system/params.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { SENSITIVE_WORDS } from '../../../src/model/content/contentSafety.ts'
import { meets } from '../../../src/model/language/conditions/meets.ts'
import { isDict, isRef, isRefs } from '../../../src/model/language/fields/field.ts'
import { notInForceOf, notInForceProblems } from '../../../src/model/language/notInForce.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { snake } from '../../../src/server/database/names.ts'
import { ROOT, sources } from './direction.ts'

/**
 * Files that name resources without reading their records: demo data, initial records, texts, permissions, values of
 * domains.
 */
const NO_READER =
  /^src\/server\/(seed\/|database\/migrations\/|domains\/(\w+\/(\w+\/)?index\.ts|administration\/(access\/(dictionaries|grantReads)\.ts|access\/outfit\/|system\/dictBiz\.ts|develop\/)))/

/** Sources of the server and the console that may ask for records, in one text each. */
const textsOf = (...folders: string[]) =>
  sources(...folders).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const readers = textsOf('src/server', 'src/console').filter(({ path }) => !NO_READER.test(path))

/** The name that a resource is exported by, with the file of the model that does. */
const exported = new Map(
  textsOf('src/model').flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w+) = (?:resource|twin)\(\s*(?:\w+,\s*)?'(\w+)'/g)].map(
      (m) => [m[2] as string, { path, name: m[1] as string }] as const,
    ),
  ),
)

const imported = (r: Resource): boolean => {
  const found = exported.get(r.id)
  if (!found) return true
  const file = found.path.replace('src/', '')
  const named = new RegExp(`import (?:type )?\\{[^}]*\\b${found.name}\\b[^}]*\\} from '[^']*/${file}'`)
  // or asked for in SQL
  const asked = new RegExp(`(from|join|update|into) "${snake(r.id)}"`)
  return readers.some(({ text }) => named.test(text) || asked.test(text))
}

/** The resources whose records something asks for: code, a record that is chosen from them, a record they are part of. */
function readOnes(): Set<string> {
  const read = new Set([...resources.values()].filter((r) => !r.frame || imported(r)).map((r) => r.id))
  for (let before = -1; before !== read.size; ) {
    before = read.size
    for (const id of [...read]) {
      const r = resourceOf(id)
      if (r.notInForce && !r.notInForce.where) continue
      for (const f of Object.values(r.fields)) if (isRef(f) || isRefs(f)) read.add(f.to)
      for (const child of r.children ?? []) if (child.part) read.add(child.resource)
    }
  }
  return read
}

describe('what is not in force', () => {
  it('is every family that people set up and nothing reads, and says so', () => {
    const read = readOnes()
    expect(readers.length).toBeGreaterThan(500)
    const silent = [...resources.values()].filter((r) => r.frame && !read.has(r.id) && !r.notInForce)
    expect(
      silent.map((r) => `${r.id} (${r.title[1]}) is read by no code: notInForce says what decides instead`),
    ).toEqual([])
  })

  it('is not said of what something reads', () => {
    const read = readOnes()
    // a tenant names a data source, and none is connected to; pages are switched on and off, and nothing shows one
    const named = new Set(['datasource', 'pageInfo'])
    const wrong = [...resources.values()].filter(
      (r) => r.frame && r.notInForce && !r.notInForce.where && read.has(r.id) && !named.has(r.id),
    )
    expect(wrong.map((r) => r.id)).toEqual([])
  })

  it('is every dictionary but those that forms offer or a check reads', () => {
    const offered = [...resources.values()].flatMap((r) =>
      Object.values(r.fields).flatMap((f) => (isDict(f) ? [f.dict] : [])),
    )
    // the words that a machine goes by are read by its check
    expect([...new Set(offered), SENSITIVE_WORDS].sort()).toEqual([...READ_BY_FORMS].sort())
    const dictBiz = resourceOf('dictBiz')
    expect(notInForceOf(dictBiz, { code: 'sex' })).toBeDefined()
    for (const code of READ_BY_FORMS) expect(notInForceOf(dictBiz, { code })).toBeUndefined()
  })

  it('is every parameter that nothing reads', () => {
    const where = resourceOf('param').notInForce?.where ?? []
    for (const p of declaredParams) expect(meets(where, { paramKey: p.key }), p.key).toBe(p.unused !== undefined)
  })

  it('asks of a row what can be asked of it', () => {
    const fields = resourceOf('param').fields
    const asking = (field: string, op: 'equal' | 'like') => ({
      fields,
      notInForce: { instead: ['甲', 'a'] as const, where: [{ field, op, value: 'x' }] },
    })
    expect(notInForceProblems(asking('paramKey', 'equal'))).toEqual([])
    expect(notInForceProblems(asking('nothing', 'equal'))).toEqual(['notInForce has no field nothing'])
    expect(notInForceProblems(asking('paramKey', 'like'))).toHaveLength(1)
  })
})
