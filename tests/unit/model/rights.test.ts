import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guardedParams } from '../../../src/model/administration/system/guardedParams.ts'
import { callProblems } from '../../../src/model/language/derived/addresses.ts'
import { aloneProblems } from '../../../src/model/language/derived/dualControl.ts'
import { fileProblems, fileRight } from '../../../src/model/language/derived/fileRights.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { type AnyCall, call } from '../../../src/model/language/domain/call.ts'
import { file, image, integer, rate, sealed, text } from '../../../src/model/language/fields/field.ts'
import { ROOT, sources } from './direction.ts'

const known = (permission: string) => permission === 'x_download'
const named = { idNo: sealed('证件号', 'No.', { masked: true }) }

describe('who opens a file', () => {
  it('is said by its field where personal data stand beside it', () => {
    const silent = { scan: image('扫描件', 'Scan') }
    expect(fileProblems({ id: 'x', fields: silent }, known)).toEqual([])
    expect(fileProblems({ id: 'x', fields: { ...named, ...silent } }, known)).toEqual([
      'scan holds files beside personal data: say who opens them (openedBy)',
    ])
    // until it does, who reads personal data does
    expect(fileRight({ id: 'x', fields: { ...named, ...silent } }, silent.scan)).toBe('x_unmask')
    for (const openedBy of ['record', 'unmask', { permission: 'x_download' }] as const)
      expect(
        fileProblems({ id: 'x', fields: { ...named, scan: image('扫描件', 'Scan', { openedBy }) } }, known),
      ).toEqual([])
  })

  it('is a right that there is, of a field that holds files', () => {
    const wrong = {
      a: file('甲', 'A', { openedBy: { permission: 'x_nosuch' } }),
      b: text('乙', 'B', { openedBy: 'record' }),
      c: file('丙', 'C', { openedBy: 'unmask' }),
      d: file('丁', 'D', { masked: true }),
    }
    expect(fileProblems({ id: 'x', fields: { a: wrong.a } }, known)).toHaveLength(1)
    expect(fileProblems({ id: 'x', fields: { b: wrong.b } }, known)).toHaveLength(1)
    expect(fileProblems({ id: 'x', fields: { c: wrong.c } }, known)).toHaveLength(1)
    expect(fileProblems({ id: 'x', fields: { d: wrong.d } }, known)).toHaveLength(1)
  })

  it('is the same for the call that hands it out', () => {
    const x = { id: 'x', fields: { scan: file('扫描件', 'Scan', { openedBy: { permission: 'x_download' } }) } }
    const handed = (permission: string, gives = 'x.scan') =>
      callProblems(
        call('x.give', {
          method: 'GET',
          paths: ['x/give'],
          title: ['取', 'Give'],
          permission,
          safe: true,
          answer: answer.download,
          gives,
        }) as AnyCall,
        (id) => (id === 'x' ? (x as never) : undefined),
      )
    expect(handed('x_download')).toEqual([])
    expect(handed('x_view')).toEqual(['gives x.scan, which is opened by x_download: a download with that permission'])
    expect(handed('x_download', 'x.none')).toEqual(['gives x.none, which holds no files'])
  })
})

describe('what moves money', () => {
  it('is changed by two persons where one could edit it while it is in force', () => {
    const fields = {
      feeRate: rate('费率', 'Rate'),
      account: sealed('账号', 'Account', { means: 'bankAccount' }),
      worth: integer('每元积分', 'Worth', { moves: 'money' }),
      sort: integer('排序', 'Order'),
      quoted: rate('费率', 'Rate', { readOnly: 'always' }),
      agreed: rate('费率', 'Rate', { dualControl: true }),
    }
    expect(aloneProblems({ fields }, true).map((said) => said.split(' ')[0])).toEqual(['feeRate', 'account', 'worth'])
    expect(aloneProblems({ fields }, false)).toEqual([])
  })

  it('a parameter that rules ask for is guarded', () => {
    const asked = sources('src/server').flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\.param\('([^']+)'\)/g)].map((m) => m[1]),
    )
    expect(asked.length).toBeGreaterThan(3)
    const keys = guardedParams.map((p) => p.key)
    expect(asked.filter((key) => !keys.includes(String(key)))).toEqual([])
  })
})
