import {
  apiMessagePool,
  type apiMessagePoolLifecycle,
  SETTLEMENT_ORDER_CONFIRMED,
} from '../../../../model/administration/system/apiMessagePool.ts'
import { messagePush } from '../../../../model/administration/system/messagePush.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { intentIds } from '../../../writing/unitOfWork/intents.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../../settlement/moneySettlement.ts'
import { pointsSettlement } from '../../settlement/pointsSettlement.ts'
import type { Settlement } from '../../settlement/settlement.ts'

const { pushStatus: pushStates } = statesOf(settlementOrder)

type Message = RowOf<typeof apiMessagePool>

/** How often a message is sent again (3.1). */
const RESENDS_MAX = 10

/** Requests the delivery of a message. Its number is the key: the partner accepts it once, however often it is sent. */
export async function deliver(work: UnitOfWork, message: Message): Promise<void> {
  const company = await work.row(entrustedCompany, message.entrustedId)
  await work.intend(
    messagePush,
    'push',
    {
      entrustedId: message.entrustedId ?? '',
      entrustedCode: company?.code ?? '',
      scenario: message.businessScenario ?? '',
      parameters: message.parameters ?? '',
    },
    message.messageNumber ?? message.id,
    { of: apiMessagePool, id: message.id, code: message.messageNumber, done: 'process', failed: 'fail', lost: 'fail' },
  )
}

/** Returns the settlement order that a message is about, in money or in points. */
function orderOf(message: Message): { readonly of: Settlement['order']; readonly id: string } | null {
  if (message.businessScenario !== SETTLEMENT_ORDER_CONFIRMED) return null
  const { order, messageLink } = message.settlementOrderPointId ? pointsSettlement : moneySettlement
  const id = message[messageLink]
  return id ? { of: order, id } : null
}

const lockOrder = async (message: Message): Promise<Record<string, string[]>> => {
  const about = orderOf(message)
  return about ? { [about.of.id]: [about.id] } : {}
}

/** 3.1: the order says how its message fared. */
async function passToOrder(message: Message, pushStatus: 1 | 2, work: UnitOfWork): Promise<undefined> {
  const about = orderOf(message)
  if (about) await work.update(about.of, about.id, { pushStatus })
  return undefined
}

type ProcessingNote = { readonly spendTime?: number | null; readonly remark?: string | null }

/** Guards and effects of lifecycle 3.1. */
export const apiMessagePoolRules: RulesOf<typeof apiMessagePool, typeof apiMessagePoolLifecycle, UnitOfWork> = {
  process: {
    lock: lockOrder,
    set: (_message, ask: ProcessingNote) => ({ spendTime: ask.spendTime ?? null, lastError: null }),
    effect: (message, _ask, work) => passToOrder(message, pushStates.pushed, work),
  },
  fail: {
    lock: lockOrder,
    set: (_message, ask: ProcessingNote) => ({ spendTime: ask.spendTime ?? null, lastError: ask.remark ?? null }),
    effect: (message, _ask, work) => passToOrder(message, pushStates.failed, work),
  },
  resend: {
    lock: async (message, work) => ({ intent: await intentIds(work, messagePush, message.messageNumber) }),
    guard: (message) =>
      (message.retryCount ?? 0) < RESENDS_MAX
        ? null
        : [`已重发${RESENDS_MAX}次，不能再重发`, `Resent ${RESENDS_MAX} times already; it cannot be resent again`],
    set: (message) => ({ retryCount: (message.retryCount ?? 0) + 1 }),
    effect: async (message, _ask, work) => {
      await deliver(work, message)
      return undefined
    },
  },
}
