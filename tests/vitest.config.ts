import { defineConfig } from 'vitest/config'
import { modulesFolder } from './modules.ts'
import { ownTemporaryFolder } from './temporary.ts'

ownTemporaryFolder()

/** More room for young objects: most of what tests make is soon gone, and less of it is copied. */
const execArgv = ['--max-semi-space-size=64']

/** What all tests outside the browser share. Time limits are for what hangs, not for what is slow: machines are shared. */
const node = {
  environment: 'node' as const,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  pool: 'forks' as const,
  isolate: false,
  execArgv,
  setupFiles: ['tests/seed.ts'],
}

/** A tier on one database: its files share a process, and so a database, one after the other. */
const onDatabase = { ...node, fileParallelism: false }

/** The tiers of docs/testing.md but for the browser and the night, a project each. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    maxWorkers: 2,
    experimental: { fsModuleCache: true, fsModuleCachePath: modulesFolder() },
    projects: [
      { test: { ...node, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          exclude: ['tests/rules/reached.test.ts'],
          setupFiles: ['tests/seed.ts', 'tests/rules/taken.ts'],
        },
      },
      // after the rules, of which it asks what they have taken
      { test: { ...node, name: 'reached', include: ['tests/rules/reached.test.ts'], sequence: { groupOrder: 2 } } },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['tests/server/shapes/**'],
          setupFiles: ['tests/seed.ts', 'tests/server/taken.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'shapes',
          include: ['tests/server/shapes/**/*.test.ts'],
          setupFiles: ['tests/seed.ts', 'tests/server/shapes/modules.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['tests/console/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/seed.ts', 'tests/console/setup.ts'],
          isolate: false,
          execArgv,
          server: { deps: { inline: [/i18next/] } },
          // rules go into the sheet one by one: as text, jsdom would parse the whole sheet again for each of them
          env: { SC_DISABLE_SPEEDY: 'false' },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
