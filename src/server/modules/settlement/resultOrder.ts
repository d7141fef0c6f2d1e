import { notOpen } from '../../writes/conflict.ts'
import type { Prepare } from '../../writes/hooks.ts'

/** Putting doctor orders together is not open yet: an order without lines would be a pretence. */
export const resultsClosed: Prepare = async () => {
  throw notOpen()
}
