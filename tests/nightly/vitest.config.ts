import { defineConfig } from 'vitest/config'
import { ownTemporaryFolder } from '../temporary.ts'

ownTemporaryFolder()

/**
 * Tests for which only the night has time: one file after the other, on the database that TEST_DATABASE_URL names, else
 * embedded.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'nightly',
    environment: 'node',
    include: ['tests/nightly/**/*.test.ts'],
    exclude: ['tests/nightly/browser/**'],
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
})
