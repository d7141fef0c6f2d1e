import { type Making, whyNot } from './act.ts'
import { KINDS } from './kinds.ts'
import { end, type Plan } from './mind.ts'
import { isOver, startProblem, starts } from './planActs.ts'

// What the clock brings: activities start at their time and end with their last day, meetings begin and end (3.3, 3.5).

/** Edges in the order in which one moment has them: a meeting that was held does not expire. */
const EDGES = [
  'meeting.begin',
  'meeting.finish',
  ...KINDS.map(({ of }) => `${of.id}.start`),
  ...KINDS.map(({ of }) => `${of.id}.expire`),
  'lecture.expire2',
]

const expires = (plan: Plan, today: string, now: string): boolean => {
  if (plan.status !== 1 || plan.kind.shown || plan.lastDay >= today) return false
  if (plan.meeting) return plan.meeting.status === 0 && (plan.endTime ?? '9') < now
  return plan.kind.type !== 2 || plan.endTime === null || plan.endTime < now
}

/** Time passes, and the clock comes by. */
const pass: Making = (scene) => {
  const { stage, mind, draw } = scene
  // mostly where something waits for its time
  const waiting = mind.plans.some((p) => !p.gone && p.status === 1 && p.meeting && p.meeting.status < 2)
  if (!waiting && draw.chance(0.95)) return null
  const minutes = draw.among(60, 240, 1440, 1440, 3 * 1440, 3 * 1440, 10 * 1440, 30 * 1440)
  return {
    ...{ name: 'clock', by: null, about: `${minutes} min`, why: whyNot() },
    go: async () => {
      stage.pass(minutes)
      await stage.clock(EDGES)
    },
    after: () => {
      const { now, today } = stage
      const dayAgo = new Date(Date.parse(`${now.replace(' ', 'T')}Z`) - 86_400_000).toISOString()
      const since = dayAgo.slice(0, 19).replace('T', ' ')
      const live = mind.plans.filter((p) => !p.gone)
      for (const { status, meeting, startTime, endTime } of live) {
        if (!meeting) continue
        if (meeting.status === 0 && status === 1 && (startTime ?? '9') < now) meeting.status = 1
        if (meeting.status === 1 && (endTime ?? '9') < now) meeting.status = 2
      }
      for (const plan of live) {
        const { releaseTime, kind } = plan
        if (!releaseTime || kind.shown || releaseTime >= now || releaseTime < since) continue
        if (startProblem(scene, plan) === null && !isOver(plan, today)) starts(plan)
      }
      for (const plan of live) if (expires(plan, today, now)) end(mind, plan, 2)
    },
  }
}

export const clockActs: Readonly<Record<string, Making>> = { pass }
