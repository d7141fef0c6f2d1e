import { defineConfig } from 'vitest/config'
import { ownTemporaryFolder } from '../../temporary.ts'

ownTemporaryFolder()

const SHAPES = 'tests/nightly/browser/shapes.browser.ts'

/** The longer jobs in a real browser: every language and theme, servers that are killed, networks that go away. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    environment: 'node',
    fileParallelism: false,
    pool: 'forks',
    // limits for what hangs, not for what is slow
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
    retry: 0,
    projects: [
      {
        // all scripts share a process and a browser, and nothing else
        extends: true,
        test: {
          name: 'browser at night',
          include: ['tests/nightly/browser/**/*.browser.ts'],
          exclude: [SHAPES],
          globalSetup: ['tests/nightly/browser/prepare.ts'],
          isolate: false,
        },
      },
      // a process of its own: it adds families to the model
      { extends: true, test: { name: 'shapes', include: [SHAPES] } },
    ],
  },
})
