import { defineConfig } from 'vitest/config'
import { ownTemporaryFolder } from '../temporary.ts'

ownTemporaryFolder()

/** Whole jobs in a real browser against one real server, a tenant for each script; nothing mocked. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'browser',
    environment: 'node',
    include: ['tests/browser/**/*.browser.ts'],
    globalSetup: ['tests/browser/prepare.ts'],
    // two browsers, one in each process, which serves the scripts of its share
    maxWorkers: 2,
    isolate: false,
    pool: 'forks',
    // limits for what hangs, not for what is slow
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
    retry: 0,
  },
})
