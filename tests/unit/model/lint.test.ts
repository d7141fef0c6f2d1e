import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './direction.ts'

/** Texts planted in an empty project that has this one's rules, and what the linter must say of each. */
const plants: readonly (readonly [path: string, text: string, rule: string])[] = [
  [
    'src/model/people/x.ts',
    "import { a } from '../../server/config.ts'\nexport const x = a\n",
    'lint/style/noRestrictedImports',
  ],
  [
    'src/model/people/x.ts',
    "import type { a } from '../../console/app.tsx'\nexport type X = a\n",
    'lint/style/noRestrictedImports',
  ],
  ['src/model/x.ts', "export { run } from '../../commands/command.ts'\n", 'lint/style/noRestrictedImports'],
  [
    'src/server/x.ts',
    "import type { Command } from '../../commands/command.ts'\nexport type X = Command\n",
    'lint/style/noRestrictedImports',
  ],
  [
    'src/server/http/x.ts',
    "export const x = () => import('../../console/app.tsx')\n",
    'lint/style/noRestrictedImports',
  ],
  [
    'commands/x.ts',
    "import { db } from '../src/server/core/database.ts'\nexport const x = db\n",
    'lint/style/noRestrictedImports',
  ],
  ['commands/x.ts', "import '../src/console/main.tsx'\n", 'lint/style/noRestrictedImports'],
  [
    'src/console/x.ts',
    "import type { ServerContext } from '../server/core/context.ts'\nexport type X = ServerContext\n",
    'lint/style/noRestrictedImports',
  ],
  [
    'commands/catalog/x.ts',
    "import { type Leaf, menus } from '../../src/model/menus/menus.ts'\nexport const x: readonly (Leaf | typeof menus)[] = [menus]\n",
    'plugin',
  ],
  ['src/console/x.ts', "import { domains } from '../model/business.ts'\nexport const x = domains\n", 'plugin'],
  ['src/console/x.ts', "import '../model/people/index.ts'\n", 'plugin'],
  ['src/console/x.ts', "export { role } from '../model/administration/access/role.ts'\n", 'plugin'],
  ['src/console/x.ts', "export * from '../model/menus/menus.ts'\n", 'plugin'],
  ['src/model/x.ts', 'export const x = (n: string) => parseFloat(n)\n', 'plugin'],
  ['src/model/x.ts', 'export const x = (n: string) => Number.parseFloat(n)\n', 'plugin'],
  ['src/server/records/x.ts', 'export const x = (n: number) => n.toFixed(2)\n', 'plugin'],
  ['src/server/records/x.ts', 'export const x = (n?: number) => n?.toFixed(2)\n', 'plugin'],
  ['commands/x.ts', 'export const x = (n: number) => n.toFixed()\n', 'plugin'],
  ['src/server/x.ts', 'for (const of of [1, 2]) console.log(of)\n', 'plugin'],
  ['src/server/x.ts', 'const said = 1\nexport { said as x }\n', 'plugin'],
  ['src/server/x.ts', 'export const x = (_told: number) => 1\n', 'plugin'],
  ['src/console/x.ts', 'export function x({ a: askedOnce }: { a: number }) {\n  return askedOnce\n}\n', 'plugin'],
  ['commands/x.ts', 'export interface IsHeard {\n  readonly x: number\n}\n', 'plugin'],
  ['src/server/x.ts', 'export const x = { told: 1, unmasked: 2 }\nexport const masked = x.told\n', ''],
  ['src/model/people/x.ts', "import { text } from '../language/fields/field.ts'\nexport const x = text\n", ''],
  ['src/server/x.ts', "import { resources } from '../model/business.ts'\nexport const x = resources\n", ''],
  ['commands/x.ts', "import { label } from '../src/model/values/label.ts'\nexport const x = label\n", ''],
  [
    'src/console/x.ts',
    "// typed by\nimport type { param } from '../model/administration/system/param.ts'\n\n/** Said. */\nexport type X = typeof param\n",
    '',
  ],
  ['src/console/x.ts', "export type { role } from '../model/administration/access/role.ts'\n", ''],
  ['src/console/x.ts', 'export const x = (n: number) => n.toFixed(2)\n', ''],
]

const project = mkdtempSync(join(tmpdir(), 'rounds-lint-'))
const pathOf = (at: number): string => `${dirname(plants[at]?.[0] ?? '')}/plant${at}.ts`
const found = new Map<string, string[]>()

beforeAll(() => {
  const rules = JSON.parse(readFileSync(join(ROOT, '.biome.json'), 'utf8'))
  writeFileSync(join(project, '.biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }))
  cpSync(join(ROOT, '.biome'), join(project, '.biome'), { recursive: true })
  plants.forEach(([, text], at) => {
    mkdirSync(join(project, dirname(pathOf(at))), { recursive: true })
    writeFileSync(join(project, pathOf(at)), text)
  })
  let said = ''
  try {
    said = execFileSync(
      process.execPath,
      [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
      {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
  } catch (e) {
    said = String((e as { stdout?: unknown }).stdout)
  }
  for (const d of JSON.parse(said).diagnostics as { category: string; location: { path: string } }[])
    found.set(d.location.path, [...(found.get(d.location.path) ?? []), d.category])
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the linter holds the direction of imports, keeps floats out and names plain', () => {
  it.each(plants.map(([path, text, rule], at) => [path, text, rule || 'fine', at] as const))(
    '%s: %s is %s',
    (_path, _text, rule, at) => expect([...new Set(found.get(pathOf(at)) ?? ['fine'])]).toEqual([rule]),
  )
})
