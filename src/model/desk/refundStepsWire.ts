/** Where it is asked what the void of a line refunds, step by step: a file of its own, for chunks that need no more. */
export const REFUND_STEPS = 'blade-sys/cancellationRecord/refundSteps'
