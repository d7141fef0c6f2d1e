/** The step that leads a batch from one state to another. */
export const BATCH_STEPS: Readonly<Record<string, string>> = {
  '0 1': 'sponsorHandleApproval',
  '0 2': 'sponsorHandle',
  '0 6': 'return',
  '1 2': 'approve',
  '2 3': 'succeed',
  '2 4': 'failSome',
  '2 5': 'failAll',
  '5 6': 'closeReturned',
}

/** The steps of an instruction that was sent, by its state. */
export const INFO_STEPS = {
  0: [],
  1: ['send'],
  2: ['send', 'succeed'],
  3: ['send', 'fail'],
  4: ['send', 'fail', 'fail.return'],
  5: ['send', 'fail', 'fail.resend'],
} as const

/** The steps of a transfer, by its state. */
export const TRANSFER_STEPS = {
  0: [],
  1: ['process'],
  2: ['process', 'succeed'],
  3: ['process', 'fail'],
  4: ['process', 'succeed', 'bounce'],
} as const
