import { longText } from '../language/fields/field.ts'

/** How agreements are made void (3.2): stopped by the administrator, with the reason. `from`: where that may begin. */
export const stopEdge = <const Id extends string, const From extends readonly ('pending' | 'agreed')[]>(
  id: Id,
  from: From,
) =>
  ({
    label: ['作废', 'Make void'],
    from: { agreementStatus: from },
    to: { agreementStatus: 'voided' },
    by: 'operator',
    call: 'POST stop',
    permission: `${id}_stop` as `${Id}_stop`,
    roles: [],
    select: 'one',
    ask: {
      voidReason: longText('作废原因', 'Why', {
        length: 500,
        required: '请输入作废原因',
      }),
    },
    danger: true,
    result: 'reject',
  }) as const

/** An agreement that was signed is void once its cancellation has been agreed to by a second person. */
export const cancelEdge = {
  label: ['作废已签署的协议', 'Void after signature'],
  from: { agreementStatus: 'agreed' },
  to: { agreementStatus: 'voided' },
  by: 'system',
} as const
