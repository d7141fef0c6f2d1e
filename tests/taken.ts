import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseUnitOfWork } from '../src/server/writing/unitOfWork/baseUnitOfWork.ts'
import type { AuditLabel } from '../src/server/writing/unitOfWork/unitOfWork.ts'

// Transitions that tests really take on a unit of work, and how. Of setup files (rules/taken.ts, server/taken.ts) and
// rules/reached.test.ts.

/**
 * `people`: somebody decided, with all checks of a decision. `module`: the effect of another decision, a call or a job took it.
 * `played`: a test or the demonstration stood in for a clock or a partner. `answer`: a request to a partner names it as what
 * its answer takes. What a test or the demonstration writes by itself is none of these.
 */
export type Way = 'people' | 'module' | 'played' | 'answer'

/** One process runs several files, each with its setup anew, on one unit of work. */
const shared = globalThis as typeof globalThis & { roundsTaken?: { noted: Set<string> } }

const OWN = '/tests/taken.ts'

/** The files that led here, the nearest first, through awaits, too. */
function callers(): string[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error()
  Error.stackTraceLimit = before
  return stack.split('\n').flatMap((line) => {
    const path = /(\/(?:src|tests)\/[\w/.-]+\.tsx?)/.exec(line)?.[1]
    return path && path !== OWN && !path.startsWith('/src/server/writing/') ? [path] : []
  })
}

/** How a transition is taken that is being written; null where it is painted. */
function wayOf(bySystem: boolean): Way | null {
  const [first = '', ...more] = callers()
  if (!/^\/src\/server\/(deciding|domains)\//.test(first)) return null
  if (!bySystem) return 'people'
  const by = [first, ...more].find((path) => !/\/deciding\/(decideIn|transitions|engine|play)\.ts$/.test(path)) ?? ''
  return /^\/src\/server\/(deciding|domains)\//.test(by) ? 'module' : 'played'
}

/** Begins to note the steps of a test file; `noted`, in the end, holds them as lines of step and way. */
export function noteSteps(): ReadonlySet<string> {
  const noted = new Set<string>()
  const isFirst = shared.roundsTaken === undefined
  shared.roundsTaken = { noted }
  if (isFirst) patch()
  return noted
}

const note = (step: string, way: Way): void => void shared.roundsTaken?.noted.add(`${step} ${way}`)

function patch(): void {
  const proto = BaseUnitOfWork.prototype as unknown as Record<string, unknown>
  const { insertAll, updateAll, remove, intend } = BaseUnitOfWork.prototype
  for (const [name, write] of Object.entries({ insertAll, updateAll, remove }))
    proto[name] = async function noting(this: BaseUnitOfWork, of: { id: string }, what: unknown, told?: AuditLabel) {
      const step = `${of.id}.${told?.action}`
      const { bySystem = false } = told?.decision ?? {}
      const isKnown = shared.roundsTaken?.noted.has(`${step} ${bySystem ? 'module' : 'people'}`)
      const way = told?.decision && !isKnown ? wayOf(bySystem) : null
      const answer = await (write as (...given: unknown[]) => Promise<unknown>).call(this, of, what, told)
      if (way) note(step, way)
      return answer
    }
  proto.intend = function noting(this: BaseUnitOfWork, ...given: Parameters<typeof intend>) {
    const back = given[4]
    if (callers()[0]?.startsWith('/src/server/domains/'))
      for (const step of [back.done, back.failed, back.lost]) if (step) note(`${back.of.id}.${step}`, 'answer')
    return intend.apply(this, given as never)
  }
}

/** Temporary folder of the run: every file of the rules tier leaves there what it has taken. */
const FOLDER = join(tmpdir(), 'taken')

/** Leaves what a file has taken to the files that run after it. */
export function leave(noted: ReadonlySet<string>): void {
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.txt`), `${[...noted].join('\n')}\n`)
}

/** What the files of this run have taken, by step; empty where none ran before. */
export function takenInThisRun(): ReadonlyMap<string, ReadonlySet<Way>> {
  const found = new Map<string, Set<Way>>()
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    for (const line of readFileSync(join(FOLDER, file), 'utf8').split('\n')) {
      const [step = '', way] = line.split(' ')
      if (way) found.set(step, (found.get(step) ?? new Set()).add(way as Way))
    }
  return found
}
