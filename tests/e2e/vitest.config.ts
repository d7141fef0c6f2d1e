import { defineConfig } from 'vitest/config'

/** Whole jobs in a real browser against a real server: one file at a time, nothing mocked. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/prepare.ts'],
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    retry: 0,
  },
})
