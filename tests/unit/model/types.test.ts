import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from './direction.ts'

const dir = mkdtempSync(join(tmpdir(), 'rounds-types-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Compiles one file under the project's own options; answers what the compiler says. */
function compile(file: string): string {
  const config = join(dir, 'tsconfig.json')
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
      files: [file],
      include: [],
    }),
  )
  try {
    return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], {
      encoding: 'utf8',
    })
  } catch (e) {
    return (e as { stdout: string }).stdout
  }
}

it('records, rules and lifecycles are typed from their declarations', () =>
  expect(compile(join(ROOT, 'tests/unit/model/types/rows.ts'))).toBe(''))

it('the compiler would have said so', () => {
  const wrong = join(dir, 'wrong.ts')
  const from = (path: string) => JSON.stringify(join(ROOT, path))
  writeFileSync(
    wrong,
    `import type { RowOf } from ${from('src/model/language/resource.ts')}
import type { settlementOrder } from ${from('src/model/settlement/settlementOrder.ts')}
export const total = (row: RowOf<typeof settlementOrder>): number => row.totalAmount
export const none = (row: RowOf<typeof settlementOrder>) => row.nosuch`,
  )
  expect(compile(wrong)).toMatch(/TS2322[\s\S]*TS2339/)
})
