import { intent } from '../../../model/administration/system/intent.ts'
import { ports } from '../../../model/business.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import type { Label } from '../../../model/values/label.ts'
import type { PortAnswer } from '../../../model/wire/wire.ts'
import { SYSTEM_USER } from '../../core/actor.ts'
import type { AnyResource, Row } from './rows.ts'

/** How requests end, by their state. */
const ENDINGS: Readonly<Record<number, PortAnswer['ending']>> = { 3: 'done', 4: 'failed', 5: 'person' }

/** Event for the person who sent a request to a partner, about the record of the request. */
export interface Answered {
  readonly kind: 'answered'
  readonly resource: string
  readonly record_id: string
  readonly version: 0
  readonly transition: ''
  readonly actor_id: string
  readonly actor_name: ''
  readonly answer: PortAnswer
}

/** The sentence without the code of its failure: `REJECTED: 余额不足`. */
const spoken = (error: string | null): string => (error ?? '').replace(/^[A-Z]+: /, '')

/**
 * The event of a request to a partner that ends with this write, whatever was asked for: its person pressed a key and went
 * on. Null for other writes, and where nobody asked (the clock).
 */
export function answeredIn(of: AnyResource, before: Row | null, after: Row): Answered | null {
  if (of.id !== intent.id) return null
  const row = after as unknown as RowOf<typeof intent>
  const ending = ENDINGS[row.intentStatus ?? -1]
  if (!ending || before?.intentStatus === row.intentStatus) return null
  const [asker, record] = [String(row.createUser ?? ''), row.bizId ?? '']
  if (asker === SYSTEM_USER || !isId(asker) || !isId(record)) return null
  const call: Label = ports.get(row.port ?? '')?.calls[row.portCall ?? '']?.title ?? ['外部请求', 'Request']
  return {
    kind: 'answered',
    resource: row.bizType ?? '',
    record_id: record,
    version: 0,
    transition: '',
    actor_id: asker,
    actor_name: '',
    answer: { call, name: row.bizCode ?? '', ending, why: ending === 'done' ? '' : spoken(row.lastError) },
  }
}
