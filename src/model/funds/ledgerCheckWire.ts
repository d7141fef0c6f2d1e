/** Address and answer of the results of a ledger check, one entry for each promise. */
export const LEDGER_CHECK_RESULTS = 'blade-svc/ledgerCheck/results'

export interface WireLedgerResult {
  readonly invariant: string
  readonly title: string
  readonly violations: number | null
  readonly spendTime: number | null
  /** Resource of the records concerned; "" where the promise is about groups of them. */
  readonly resource: string
  /** Ids of the first records that break it, joined by commas. */
  readonly ids: string
}
