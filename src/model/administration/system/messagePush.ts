import { port } from '../../language/domain/port.ts'
import { text } from '../../language/fields/field.ts'

/** 消息推送: sends events to the client company's own system (domain §7). */
export const messagePush = port('messagePush', {
  title: ['消息推送', 'Message push'],
  calls: {
    push: {
      title: ['推送消息', 'Push a message'],
      in: {
        entrustedId: text('委托企业', 'Company', { length: 19 }),
        entrustedCode: text('企业编号', 'Company no.', { length: 32 }),
        scenario: text('业务场景', 'Scenario', { length: 64 }),
        parameters: text('参数', 'Parameters', { length: 4000 }),
      },
      out: {
        ack: text('回执', 'Receipt', { length: 100, required: '缺少回执', requiredEn: 'The receipt is missing' }),
      },
      failures: {
        UNKNOWN_COMPANY: ['对方不识别该企业', 'The partner does not know the company'],
        UNKNOWN_SCENARIO: ['对方不识别该业务场景', 'The partner does not know the scenario'],
      },
    },
  },
})
