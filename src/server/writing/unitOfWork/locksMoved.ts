/**
 * Thrown when the rows to lock changed between reading and locking; the transaction is repeated as after SQLSTATE
 * 40001.
 */
export class LocksMoved extends Error {
  readonly code = '40001'
}
