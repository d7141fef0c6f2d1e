import { defineConfig } from 'vitest/config'

const SHAPES = 'tests/e2e/shapes.e2e.ts'

/** Whole jobs in a real browser against a real server: one file at a time, nothing mocked. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    environment: 'node',
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    retry: 0,
    projects: [
      {
        // one process and one browser for all scripts: they share nothing else
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [SHAPES],
          globalSetup: ['tests/e2e/prepare.ts'],
          isolate: false,
        },
      },
      // a process of its own: it adds families to the model
      { extends: true, test: { name: 'shapes', include: [SHAPES] } },
    ],
  },
})
