import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ownTemporaryFolder } from '../temporary.ts'

ownTemporaryFolder()

/** The longest script begins first: the others are done beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = (file: TestSpecification) => Number(file.moduleId.endsWith('/firstDay.browser.ts'))
    return [...files].sort((a, b) => isLongest(b) - isLongest(a) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

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
    sequence: { sequencer: LongestFirst },
    // limits for what hangs, not for what is slow
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
    retry: 0,
  },
})
