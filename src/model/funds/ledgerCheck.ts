import { is } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, code, datetime, integer, list, longText, readOnly, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import type { Queue } from '../language/queue.ts'
import { resource } from '../language/resource.ts'
import { facts, history, panel } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { LEDGER_CHECK_RESULTS } from './ledgerCheckWire.ts'

const count = (zh: string, en: string) => integer(zh, en, { width: 80 })

/** Result of a promise: its id, how many records break it, how long it took, and the first of these records. */
const results = {
  invariant: text('承诺', 'Promise', { length: 64 }),
  violations: integer('违规', 'Violations'),
  spendTime: integer('耗时（毫秒）', 'Took, ms'),
  ids: text('最先违规的记录', 'First violated', { length: 500 }),
}

/** 资金核对: a run over everything that is promised of the tenant's money (INV 1 to 48), at night or when asked for. */
export const ledgerCheck = resource('ledgerCheck', {
  calls: ['blade-svc/ledgerCheck'],
  title: ['资金核对', 'Ledger checks'],
  about: [
    '每晚逐条核对资金承诺，记录违规',
    'Checks every promise that is made of the money each night and keeps what it found',
  ],
  name: 'code',
  fields: {
    code: code('LC', '核对编号', 'Check no.', { short: ['编号', 'No'] }),
    ...readOnly({
      origin: choice('来源', 'Started', { 1: ['夜间', 'At night'], 2: ['手动', 'By hand'] }, { width: 80, initial: 1 }),
      startedBy: text('发起人', 'By', { length: 50, width: 90 }),
      startTime: datetime('开始时间', 'Started at', { width: 150 }),
      spendTime: integer('耗时（毫秒）', 'Took, ms', { width: 100 }),
      statementCount: count('承诺数', 'Promises'),
      brokenCount: count('不成立', 'Broken'),
      violationCount: count('违规数', 'Violations'),
      checkStatus: states(
        '核对状态',
        'Status',
        {
          running: [0, '核对中', 'Running', 'busy'],
          passed: [1, '全部成立', 'All hold', 'good'],
          violated: [2, '有违规', 'Violations', 'bad'],
          unfinished: [3, '未完成', 'Not finished', 'bad'],
          dealtWith: [4, '违规已处理', 'Dealt with', 'good'],
        },
        { short: ['状态', 'Status'], width: 100, initial: 'running' },
      ),
      results: list('结果', 'Results', results),
      lastError: longText('未完成原因', 'Why not finished', { length: 500, width: 200 }),
      resolveRemark: longText('处理说明', 'How dealt with', { length: 500, width: 200 }),
    }),
  },
  operations: ['view'],
  readers: { finance: 'view', auditor: 'view' },
  list: {
    columns: [
      'code',
      'startTime',
      'origin',
      'startedBy',
      'spendTime',
      'statementCount',
      'brokenCount',
      'violationCount',
      'checkStatus',
    ],
    search: ['code', 'checkStatus', 'origin', 'startTime'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['code']],
  sections: [
    facts({ first: ['code', 'checkStatus'], without: ['results'] }),
    panel('ledgerCheck', ['逐条结果', 'Promise by promise']),
    history(),
  ],
  routes: { list: '/pay/ledgerCheck' },
})

const { checkStatus } = statesOf(ledgerCheck)

/** A run is requested or due, and ends with its result; finance handles the violations found. */
export const ledgerCheckLifecycle = lifecycle(ledgerCheck, {
  run: {
    label: ['立即核对', 'Check now'],
    from: 'new',
    to: { checkStatus: 'running' },
    by: 'operator',
    call: 'POST run',
    permission: 'ledgerCheck_run',
    roles: ['finance'],
    ask: { remark: longText('说明', 'Remark', { length: 500 }) },
    result: 'other',
  },
  hold: {
    label: ['全部成立', 'All hold'],
    from: { checkStatus: 'running' },
    to: { checkStatus: 'passed' },
    by: 'system',
    result: 'pass',
  },
  find: {
    label: ['发现违规', 'Violations found'],
    from: { checkStatus: 'running' },
    to: { checkStatus: 'violated' },
    by: 'system',
    result: 'reject',
  },
  fail: {
    label: ['未完成', 'Not finished'],
    from: { checkStatus: 'running' },
    to: { checkStatus: 'unfinished' },
    by: 'system',
    ask: { remark: longText('原因', 'Why', { length: 500 }) },
    result: 'other',
  },
  resolve: {
    label: ['违规已处理', 'Dealt with'],
    from: { checkStatus: 'violated' },
    to: { checkStatus: 'dealtWith' },
    by: 'operator',
    call: 'POST resolve',
    permission: 'ledgerCheck_resolve',
    roles: ['finance'],
    select: 'one',
    ask: {
      remark: longText('处理说明', 'How', {
        length: 500,
        required: '请输入处理说明',
        requiredEn: 'Please say how it was dealt with',
      }),
    },
    key: 'a',
    result: 'pass',
  },
})

/** Findings of a run wait until finance records how each was dealt with. */
export const ledgerCheckQueue: Queue = {
  code: 'ledgerCheck',
  title: ['资金违规处理', 'Ledger violations'],
  icon: 'alert-triangle',
  views: [
    {
      code: 'resolve',
      title: ['资金违规处理', 'Ledger violations'],
      resource: 'ledgerCheck',
      where: [is('checkStatus', checkStatus.violated)],
      permission: 'ledgerCheck_resolve',
      decisions: ['resolve'],
      sort: '+createTime',
    },
  ],
}

/** Results of a run by promise, in words; broken ones first. */
export const ledgerCheckResults = call('ledgerCheck.results', {
  method: 'GET',
  paths: [LEDGER_CHECK_RESULTS],
  title: ['核对结果', 'Results of a check'],
  permission: 'ledgerCheck_view',
  on: ledgerCheck,
  safe: true,
  answer: answer.list({
    invariant: results.invariant,
    title: text('说明', 'What is promised', { length: 200 }),
    violations: results.violations,
    spendTime: results.spendTime,
    resource: text('单据类型', 'Record type', { length: 64 }),
    ids: results.ids,
  }),
})
