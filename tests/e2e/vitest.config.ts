import { defineConfig } from 'vitest/config'

/**
 * Whole jobs in a real browser against a real server, nothing mocked. Files run two at a time: each has a server, a copy
 * of the data and a browser of its own.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/prepare.ts'],
    maxWorkers: 2,
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    retry: 0,
  },
})
