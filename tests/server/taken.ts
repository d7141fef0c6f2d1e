import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest'
import { noteSteps } from '../taken.ts'
import { takenOverSql } from './takenOverSql.ts'

// Setup of the server tier: a file that rules/reached.test.ts counts on takes the steps that it is named for.

const noted = noteSteps()
let file: RunnerTask | null = null

beforeEach(({ task }) => {
  file = task.file
})

/** Did every test of a file run and pass? What is asked for by name runs in part. */
const passed = (task: RunnerTask): boolean =>
  task.type === 'suite' ? task.tasks.every(passed) : task.result?.state === 'pass'

afterAll(() => {
  if (!file || !passed(file)) return
  const path = String(expect.getState().testPath).replace(/^.*\/(?=tests\/)/, '')
  const steps = Object.entries(takenOverSql).flatMap(([step, of]) => (of === path ? [step] : []))
  const taken = new Set([...noted].map((line) => line.split(' ')[0] ?? ''))
  expect(steps.filter((step) => !taken.has(step))).toEqual([])
})
