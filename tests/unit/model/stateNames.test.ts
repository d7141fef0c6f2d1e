import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { isStates } from '../../../src/model/language/states.ts'
import { ROOT } from './direction.ts'

const fields = [...resources.values()].flatMap((r) => Object.entries(r.fields))
const others = new Set(fields.flatMap(([name, f]) => (isStates(f) ? [] : [name])))
/** Status fields by name, without those whose name is a plain choice or a flag elsewhere (`status`, `enableStatus`). */
const names = [...new Set(fields.flatMap(([name, f]) => (isStates(f) && !others.has(name) ? [name] : [])))]
/** `orderStatus` is read through views as well, where it is no field of its own. */
const any = [...names, 'orderStatus'].join('|')

const NUMBERED = [
  // row.payStatus === 2, (row.payStatus ?? 0) !== 2
  new RegExp(`\\b(?:${any})(?: \\?\\? -?\\d+\\))? [!=]== -?\\d`),
  // 2 === row.payStatus
  new RegExp(`(?<![\\w.])\\d+ [!=]== [\\w.?]*\\b(?:${any})\\b`),
  // { payStatus: 2 }, { payStatus: [0, 2] }; a type (payStatus: 0 | 2) is no assignment
  new RegExp(`\\b(?:${any}): (?:\\[-?\\d|-?\\d+(?: as const)?(?! ?[|\\d])\\s*[,}\\n])`),
  // equal('payStatus', 2), among('line.payStatus', [0, 2])
  new RegExp(`'(?:\\w+\\.)?(?:${any})', \\[?-?\\d`),
]

/** Returns the lines of a source in which a status is compared with a number or set to one. */
const numbered = (text: string): string[] =>
  text.split('\n').filter((line) => NUMBERED.some((r) => r.test(`${line}\n`)))

it('finds what it looks for', () => {
  const wrong = [
    '  if (row.payStatus === 2) return',
    '  const open = (row.payStatus ?? 0) !== 2',
    '  if (2 === row.payStatus) return',
    '  await work.rows(of, { payStatus: 2 })',
    '    payStatus: 0,',
    '    payStatus: 0 as const,',
    '  where: { payStatus: [0, 1] },',
    "    equal('order.payStatus', 2),",
    "    among('payStatus', [0, 2]),",
  ]
  expect(numbered(wrong.join('\n'))).toEqual(wrong)
  const right = [
    '  if (row.payStatus === payStatus.paid) return',
    '  payStatus: 0 | 2,',
    '  async function tell(payStatus: 1 | 2, work: UnitOfWork) {',
    '  if (row.enableStatus === 1) return',
    '  if (row.paymentCount === 2) return',
  ]
  expect(numbered(right.join('\n'))).toEqual([])
})

/** A file about resources of its own, which are declared in tests with numbers. */
const OWN = /\bresource\('|\/(?:trial|shapes)\b/

it('rules, promises, demo and tests of the server name states: none compares a status with a number or sets it to one', () => {
  expect(names.length).toBeGreaterThan(50)
  const found = ['src/server', 'tests/server', 'tests/contract'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('shapes/'))
      .map((path) => [path, readFileSync(join(ROOT, folder, path), 'utf8')] as const)
      .filter(([, text]) => folder === 'src/server' || !OWN.test(text))
      .flatMap(([path, text]) => numbered(text).map((line) => `${folder}/${path}: ${line.trim()}`)),
  )
  expect(found).toEqual([])
})
