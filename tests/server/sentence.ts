import { expect } from 'vitest'
import { StartError } from '../../src/server/core/settings/startError.ts'

/** The one sentence a start fails with. */
export async function sentence(start: Promise<unknown>): Promise<string> {
  const e = await start.then(
    () => null,
    (error: unknown) => error,
  )
  expect(e).toBeInstanceOf(StartError)
  const message = (e as Error).message
  expect(message).not.toContain('\n')
  expect(message.endsWith('.')).toBe(true)
  return message
}
