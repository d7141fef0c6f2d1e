import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut } from './server/once.ts'

/** Most of what tests make is soon gone: with more room for the young, less of it is copied. */
const execArgv = ['--max-semi-space-size=64']

// for what hangs, not for what is slow: machines are shared
const node = {
  environment: 'node' as const,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  pool: 'forks' as const,
  isolate: false,
  execArgv,
}

/** One configuration, four projects; browser scripts (tests/e2e) run outside vitest. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'model', include: ['tests/model/**/*.test.ts'], setupFiles: ['tests/modules.ts'] } },
      {
        test: { ...node, name: 'commands', include: ['tests/commands/**/*.test.ts'], setupFiles: ['tests/modules.ts'] },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          // tests/run.mjs, which runs the suite on both databases
          exclude: [...configDefaults.exclude, ...leftOut(process.env.ROUNDS_SHARED_BY)],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['tests/console/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/console/setup.ts'],
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
