import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { domains } from '../../../src/model/business.ts'
import {
  circlesIn,
  domainProblem,
  foldersInCircle,
  importsIn,
  importsOf,
  LATER_MODEL,
  laterModel,
  layerProblem,
  ROOT,
  sources,
  sqlProblem,
  wrongWith,
} from './direction.ts'

describe('the direction of imports', () => {
  it('holds in every file', () => {
    const files = sources('src', 'commands')
    expect(files.length).toBeGreaterThan(40)
    const wrong = files.flatMap((f) => importsIn(f).flatMap((i) => wrongWith(f, i)?.replace(/^/, `${f}: `) ?? []))
    expect(wrong).toEqual([])
  })

  it('imports follow the rooms of model, server and console', () => {
    const wrong = sources('src/model', 'src/server', 'src/console').flatMap((f) =>
      importsIn(f).flatMap((i) => layerProblem(f, i)?.replace(/^/, `${f}: `) ?? []),
    )
    expect(wrong).toEqual([])
  })

  it('domains of the server and of the console import those before them', () => {
    const wrong = sources('src/server', 'src/console').flatMap((f) =>
      importsIn(f).flatMap((i) => domainProblem(f, i)?.replace(/^/, `${f}: `) ?? []),
    )
    expect(wrong).toEqual([])
  })

  it('rules read the model of later domains no more than they did', () => {
    const counted = new Map<string, number>()
    for (const f of sources('src/server/domains'))
      for (const pair of importsIn(f).flatMap((i) => laterModel(f, i) ?? []))
        counted.set(pair, (counted.get(pair) ?? 0) + 1)
    const risen = [...counted].filter(([pair, n]) => n > (LATER_MODEL[pair] ?? 0))
    expect(risen, 'imports of the model of a later domain').toEqual([])
    expect(
      Object.keys(LATER_MODEL).filter((pair) => !counted.has(pair)),
      'no longer there: take it from the list',
    ).toEqual([])
  })

  it('no files import each other in a circle', () => {
    expect(circlesIn(new Map(sources('src', 'commands').map((f) => [f, importsIn(f)])))).toEqual([])
  })

  it('no two folders import each other', () => {
    expect(foldersInCircle(new Map(sources('src', 'commands').map((f) => [f, importsIn(f)])))).toEqual([])
  })

  it('rules and engine use the unit of work, and no SQL', () => {
    const wrong = sources('src/server').flatMap(
      (f) => sqlProblem(f, readFileSync(join(ROOT, f), 'utf8'))?.replace(/^/, `${f}: `) ?? [],
    )
    expect(wrong).toEqual([])
  })

  it('decisions of people come in where what they move is counted: one call, and the rows of a batch', () => {
    const doors = sources('src/server').filter(
      (f) =>
        !f.startsWith('src/server/seed/') &&
        /import \{[^}]*\b(decide|decideAll)\b[^}]*\} from '[^']*\/engine\.ts'/.test(
          readFileSync(join(ROOT, f), 'utf8'),
        ),
    )
    expect(doors.map((f) => f.split('/').at(-1)).sort()).toEqual(['batchRows.ts', 'byCall.ts'])
    expect(readFileSync(join(ROOT, 'src/server/deciding/byCall.ts'), 'utf8')).toContain('proofs: proofsIn(')
  })

  it('the console has a chunk for every domain', () => {
    const chunks = readFileSync(join(ROOT, 'src/console/data/domains.ts'), 'utf8')
    for (const { name } of domains)
      expect(chunks).toMatch(new RegExp(`\\b${name}: \\(\\) => import\\(.\\.\\.\\/\\.\\.\\/model\\/`))
  })

  it('relative imports name their file with its ending', () => {
    const wrong = sources('src', 'commands').flatMap((f) =>
      importsIn(f)
        .filter((i) => i.target.startsWith('.') && !/\.(ts|tsx|mjs|json|css|svg|png|html|sql)$/.test(i.target))
        .map((i) => `${f}: ${i.target}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the check itself', () => {
  it.each([
    ['src/model/people/user.ts', "import x from 'big.js'"],
    ['src/model/people/user.ts', "import x from '../../server/config.ts'"],
    ['src/model/language/fields/field.ts', "import { user } from '../../administration/access/user.ts'"],
    ['src/model/business.ts', "export { run } from '../../commands/command.ts'"],
    ['src/server/main.ts', "import type { Command } from '../../commands/command.ts'"],
    ['src/server/http/app.ts', "const x = await import('../../console/app.tsx')"],
    ['commands/registry.ts', "import { db } from '../src/server/core/database.ts'"],
    ['commands/registry.ts', "import '../src/console/main.tsx'"],
    ['commands/catalog/x.ts', "import {\n  menus,\n  type Leaf,\n} from '../../src/model/menus/menus.ts'"],
    ['src/console/app.tsx', "import type { ServerContext } from '../server/core/context.ts'"],
    ['src/console/app.tsx', "import { domains } from '../model/business.ts'"],
    ['src/console/app.tsx', "const m = import('../model/settlement/index.ts')"],
  ])('%s may not: %s', (path, source) =>
    expect(importsOf(source).map((i) => wrongWith(path, i))).toEqual([expect.any(String)]),
  )

  it.each([
    ['src/model/people/user.ts', "import { text } from '../language/fields/field.ts'"],
    ['src/server/main.ts', "import { resources } from '../model/business.ts'"],
    ['src/server/main.ts', "import Fastify from 'fastify'"],
    ['commands/registry.ts', "import { label } from '../src/model/values/label.ts'"],
    ['commands/registry.ts', "import type { Queue } from '../src/model/language/queue.ts'"],
    ['src/console/app.tsx', "import type { user } from '../model/administration/access/user.ts'"],
    ['src/console/app.tsx', "import { registry } from '../../commands/registry.ts'"],
    ['src/console/data/domains.ts', "const load = () => import('../../model/settlement/index.ts')"],
  ])('%s may: %s', (path, source) => expect(importsOf(source).map((i) => wrongWith(path, i))).toEqual([null]))

  it('does not read comments', () =>
    expect(importsOf("// import x from '../server/a.ts'\n/* import y from './b.ts' */\n")).toEqual([]))
})

describe('the check of layers', () => {
  it.each([
    ['src/server/database/x.ts', '../deciding/engine.ts'],
    ['src/server/core/x.ts', '../database/open.ts'],
    ['src/server/http/x.ts', '../main.ts'],
    ['src/server/elsewhere/x.ts', '../core/errors.ts'],
    ['src/server/core/x.ts', '../elsewhere/y.ts'],
    ['src/console/api/x.ts', '../ui/toast.ts'],
    ['src/console/grid/x.tsx', '../queue/queueModel.ts'],
  ])('refuses %s importing %s', (path, target) => {
    expect(layerProblem(path, { target, how: 'value' })).not.toBeNull()
    expect(layerProblem(path, { target, how: 'type' })).not.toBeNull()
  })

  it.each([
    ['src/server/deciding/x.ts', '../database/open.ts'],
    ['src/server/main.ts', './http/app.ts'],
    ['src/console/shell/x.tsx', '../grid/Grid.tsx'],
    ['src/console/app.tsx', './shell/SignIn.tsx'],
    ['src/server/database/x.ts', '../../model/business.ts'],
  ])('lets %s import %s', (path, target) => {
    expect(layerProblem(path, { target, how: 'value' })).toBeNull()
  })
})

describe('the check of circles', () => {
  const value = (target: string) => [{ target, how: 'value' as const }]
  it('finds files that import each other, directly or by others', () =>
    expect(
      circlesIn(
        new Map([
          ['src/a.ts', value('./b.ts')],
          ['src/b.ts', value('./c.ts')],
          ['src/c.ts', value('./a.ts')],
          ['src/d.ts', value('./a.ts')],
        ]),
      ),
    ).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']]))

  it('does not count types', () =>
    expect(
      circlesIn(
        new Map([
          ['src/a.ts', importsOf("import { type B, type C } from './b.ts'")],
          ['src/b.ts', value('./a.ts')],
        ]),
      ),
    ).toEqual([]))
})

describe('the check of domains', () => {
  it.each([
    ['src/server/domains/people/x.ts', '../funds/ledger/ledger.ts', true],
    ['src/server/domains/people/deep/x.ts', '../../funds/ledger/ledger.ts', true],
    ['src/console/domains/settlement/X.tsx', '../funds/Y.tsx', true],
    ['src/server/domains/nowhere/x.ts', '../people/doctor.ts', true],
    ['src/server/domains/funds/x.ts', '../people/doctor.ts', false],
    ['src/server/domains/funds/x.ts', './ledger.ts', false],
    ['src/server/verification/x.ts', '../domains/funds/ledger/ledger.ts', false],
  ])('%s importing %s: %s', (path, target, wrong) =>
    expect(domainProblem(path, { target, how: 'value' }) !== null).toBe(wrong),
  )
})

describe('the check of the unit of work', () => {
  it.each([
    ['src/server/domains/funds/x.ts', "await work.query('select 1')", '.query( reaches past the unit of work'],
    ['src/server/domains/funds/x.ts', 'await w.query<{ id: string }>(text)', expect.stringContaining('.query<')],
    ['src/server/writing/save/save.ts', 'const { tx } = work', 'tx reaches past the unit of work'],
    ['src/server/deciding/undo.ts', "import type { Tx } from '../core/database.ts'", expect.any(String)],
    ['src/server/deciding/engine.ts', 'await tx.query(text)', null],
    ['src/server/records/read.ts', 'await tx.query(text)', null],
    ['src/server/domains/funds/x.ts', '// tx.query(…) is not for rules\nrequest.query.id', null],
  ])('%s: %s', (path, source, said) => expect(sqlProblem(path, source)).toEqual(said))
})

describe('the check of later models', () => {
  it.each([
    ['src/server/domains/people/x.ts', '../../../model/funds/accounts.ts', 'people funds'],
    ['src/server/domains/people/deep/x.ts', '../../../../model/funds/accounts.ts', 'people funds'],
    ['src/server/domains/funds/x.ts', '../../../model/people/user.ts', null],
    ['src/server/domains/funds/x.ts', '../../../model/language/states.ts', null],
    ['src/server/verification/x.ts', '../../model/funds/accounts.ts', null],
  ])('%s importing %s: %s', (path, target, pair) => expect(laterModel(path, { target, how: 'value' })).toBe(pair))
})

describe('the check of folders', () => {
  const value = (target: string) => [{ target, how: 'value' as const }]
  it('finds two that import each other, unless a composer does it', () => {
    const circle = (composer: string) =>
      foldersInCircle(
        new Map([
          [`src/model/a/${composer}.ts`, value('./b/c.ts')],
          ['src/model/a/b/c.ts', value('../d.ts')],
          ['src/model/a/d.ts', []],
        ]),
      )
    expect(circle('e')).toEqual(['src/model/a src/model/a/b'])
    expect(circle('index')).toEqual([])
  })
})
