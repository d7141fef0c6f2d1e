import { defineConfig } from 'vitest/config'

/** Long walks against whole processes: one file at a time. The tests bound their own time. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'soak',
    environment: 'node',
    include: ['tests/soak/**/*.soak.ts'],
    fileParallelism: false,
    pool: 'forks',
    hookTimeout: 240_000,
    retry: 0,
  },
})
