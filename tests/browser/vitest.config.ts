import { defineConfig } from 'vitest/config'

/** Whole jobs in a real browser against a real server: one file at a time, nothing mocked. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'browser',
    environment: 'node',
    include: ['tests/browser/**/*.browser.ts'],
    globalSetup: ['tests/browser/prepare.ts'],
    fileParallelism: false,
    // one process and one browser for all scripts: they share nothing else
    isolate: false,
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    retry: 0,
  },
})
