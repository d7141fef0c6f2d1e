import { describe, expect, it } from 'vitest'
import { importsIn, importsOf, sources, wrongWith } from './direction.ts'

describe('the direction of imports', () => {
  it('holds in every file', () => {
    const files = sources('src', 'commands')
    expect(files.length).toBeGreaterThan(40)
    const wrong = files.flatMap((f) => importsIn(f).flatMap((i) => wrongWith(f, i)?.replace(/^/, `${f}: `) ?? []))
    expect(wrong).toEqual([])
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
    ['src/model/kernel/field.ts', "import { user } from '../access/user.ts'"],
    ['src/model/all.ts', "export { run } from '../../commands/command.ts'"],
    ['src/server/main.ts', "import type { Command } from '../../commands/command.ts'"],
    ['src/server/http/app.ts', "const x = await import('../../console/app.tsx')"],
    ['commands/registry.ts', "import { db } from '../src/server/core/database.ts'"],
    ['commands/registry.ts', "import '../src/console/main.tsx'"],
    ['commands/catalog/x.ts', "import {\n  menus,\n  type Leaf,\n} from '../../src/model/menus.ts'"],
    ['src/console/app.tsx', "import type { House } from '../server/http/house.ts'"],
    ['src/console/app.tsx', "import { subjects } from '../model/all.ts'"],
    ['src/console/app.tsx', "const m = import('../model/settlement/index.ts')"],
  ])('%s may not: %s', (path, source) =>
    expect(importsOf(source).map((i) => wrongWith(path, i))).toEqual([expect.any(String)]),
  )

  it.each([
    ['src/model/people/user.ts', "import { text } from '../kernel/field.ts'"],
    ['src/server/main.ts', "import { resources } from '../model/all.ts'"],
    ['src/server/main.ts', "import Fastify from 'fastify'"],
    ['commands/registry.ts', "import { label } from '../src/model/kernel/label.ts'"],
    ['commands/registry.ts', "import type { Queue } from '../src/model/kernel/queue.ts'"],
    ['src/console/app.tsx', "import type { user } from '../model/access/user.ts'"],
    ['src/console/app.tsx', "import { registry } from '../../commands/registry.ts'"],
    ['src/console/data/modules.ts', "const load = () => import('../model/settlement/index.ts')"],
  ])('%s may: %s', (path, source) => expect(importsOf(source).map((i) => wrongWith(path, i))).toEqual([null]))

  it('does not read comments', () =>
    expect(importsOf("// import x from '../server/a.ts'\n/* import y from './b.ts' */\n")).toEqual([]))
})
