import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { rowText } from '../../../src/console/fields/cell.ts'
import { factsOf } from '../../../src/console/record/base/sections.ts'
import { resourceOf } from '../../../src/model/business.ts'
import { sectionsOf } from '../../../src/model/language/section.ts'
import { listColumns } from '../../../src/model/wire/columns.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

const of = resourceOf('approvalHistory')
const row = { bizType: 'settlementOrder', action: 'audit.reject', fromStatus: '0', toStatus: '1' }
const told = (name: string, language: 'zh' | 'en', more = {}) => rowText(of, name, { ...row, ...more }, language)

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})

it.each([
  ['bizType', '结算单', '结算单'],
  ['action', '审核驳回', 'Reject'],
  ['fromStatus', '待审核', 'Pending review'],
  ['toStatus', '审核驳回', 'Rejected'],
] as const)('%s is told in words', (name, zh, en) => {
  expect(told(name, 'zh')).toBe(zh)
  expect(told(name, 'en')).toBe(en)
})

it('edits and removals have words, codes of former days stay as they are', () => {
  expect(told('action', 'zh', { action: 'edit' })).toBe('修改')
  // an order has a transition of that name
  expect(told('action', 'en', { action: 'remove' })).toBe('Delete')
  expect(told('action', 'zh', { action: 'imported' })).toBe('imported')
})

it('what its words are told by comes with every column', () => expect(listColumns(of, ['action'])).toContain('bizType'))

it.each(['approvalHistory', 'changeRequest'])('%s shows no version to people', (id) => {
  const r = resourceOf(id)
  const shown = sectionsOf(r).flatMap((s) => (s.kind === 'facts' ? factsOf(r, s.fields) : []))
  expect(shown.flatMap((g) => g.names)).not.toContain('recordVersion')
})
