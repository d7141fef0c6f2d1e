import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { resources } from '../../../src/model/business.ts'
import { factNames, sectionsOf } from '../../../src/model/language/section.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { openApi } from '../../../src/server/http/openapi/openapi.ts'
import { catalogueOf } from '../commands/catalogue.ts'

// Texts of what the declarations come to. A move of files changes none of them; a changed line is a decision.

/** JSON whose names are in order, so that the order of declarations does not show. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, ordered(one)]),
  )
}

/** Twelve digits that stand for a value. */
const mark = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('hex')
    .slice(0, 12)

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`

test('the OpenAPI document: each operation and schema', async () => {
  const { paths, components, ...rest } = openApi() as Record<string, Record<string, Record<string, unknown>>>
  const operations = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => `${path} ${method} ${mark(one)}`),
  )
  const parts = Object.entries(components ?? {}).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, one]) => `${kind} ${name} ${mark(one)}`),
  )
  const lines = [...operations.sort(), ...parts.sort(), `the rest ${mark(rest)}`]
  await expect(text(lines)).toMatchFileSnapshot('openapi.txt')
})

/** Grants of a role, a line each: menus, permissions, resources with their decisions, views of queues. */
function linesOf(c: Catalogue): string[] {
  return [
    ...c.topMenus.map((top) => `menu ${top.code} ${mark(top)}`),
    `permissions ${c.permissions.length} ${mark(c.permissions)}`,
    ...c.resources.flatMap(({ decisions, ...r }) => [
      `resource ${r.id} ${mark(r)}`,
      ...decisions.map((d) => `decision ${r.id}.${d.id} ${mark(d)}`),
    ]),
    ...c.queues.flatMap((q) => q.views.map((v) => `view ${q.code}.${v.code} ${mark(v)}`)),
  ]
}

test('the catalogue of each built-in role, in both languages', async () => {
  const lines = roles.flatMap(({ alias }) => {
    const [zh, en] = [linesOf(catalogueOf(alias, 'zh')), linesOf(catalogueOf(alias, 'en'))]
    return [`# ${alias}`, ...zh.map((line, n) => `${line} ${en[n]?.split(' ').at(-1)}`)]
  })
  await expect(text(lines)).toMatchFileSnapshot('catalogue.txt')
})

test('the facts that each record shows', async () => {
  const lines = [...resources.values()].flatMap((r) =>
    sectionsOf(r).flatMap((s) =>
      s.kind === 'facts' ? [`${r.id} ${s.code}: ${(s.fields ?? factNames(r)).join(' ')}`] : [],
    ),
  )
  await expect(text(lines.sort())).toMatchFileSnapshot('facts.txt')
})

test('the keys of every command of the administrator', async () => {
  const { commands } = buildRegistry(catalogueOf('administrator', 'zh'), 'zh')
  const lines = commands
    .filter((c) => (c.keys?.length ?? 0) > 0)
    .map((c) => `${c.id} ${c.title} ${c.keys?.join(' | ')} ${mark(c.when)}`)
  await expect(text(lines.sort())).toMatchFileSnapshot('keys.txt')
})
