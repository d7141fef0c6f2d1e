import type { Act, Making, Scene } from './act.ts'
import { agreementActs } from './agreementActs.ts'
import { clockActs } from './clockActs.ts'
import type { Draw } from './draw.ts'
import { handInActs } from './handInActs.ts'
import { KINDS, type Kind, SHOWN } from './kinds.ts'
import { edges, HANDED_IN, HELD, type Lead, REFUSED_THEN, RUNNING } from './leads.ts'
import { meetingActs } from './meetingActs.ts'
import { moneyActs } from './moneyActs.ts'
import { partActs } from './partActs.ts'
import { peopleActs } from './peopleActs.ts'
import { planActs } from './planActs.ts'
import { pointActs } from './pointActs.ts'
import { workActs } from './workActs.ts'

// What walks are about, and how their acts are drawn.

type Acts = Readonly<Record<string, Making>>

/** How often each act is drawn: of what activities are made of, and of who stands around them. */
const ACTIVITIES: readonly (readonly [Acts, Readonly<Record<string, number>>])[] = [
  [planActs, { add: 30, edit: 6, remove: 2, start: 60, stop: 6, again: 20, push: 2 }],
  [partActs, { invite: 40, send: 80, answer: 90, inviteToWork: 20, takeOff: 4, allots: 8 }],
  [agreementActs, { stopAgreement: 3, askRelease: 4, decideRelease: 10, bid: 3, judge: 6 }],
  [handInActs, { report: 120, handIn: 120, again: 40, labour: 8 }],
  [workActs, { audit: 150, recall: 12, confirm: 200 }],
  [meetingActs, { prove: 90, unprove: 25, handIn: 200, audit: 150, recall: 100, confirm: 200, cancel: 1 }],
  [clockActs, { pass: 150 }],
]
const AROUND: readonly (readonly [Acts, Readonly<Record<string, number>>])[] = [
  [moneyActs, { addBudget: 1, decideBudget: 4, changeBudget: 2, switchTemplate: 5, changeTemplate: 2 }],
  [moneyActs, { changeProject: 2, research: 3 }],
  [peopleActs, { addCompany: 1, auditCompany: 4, correctCompany: 1, switchCompany: 12, addDoctor: 1 }],
  [peopleActs, { checkDoctor: 4, certify: 10, blacklist: 2, content: 20 }],
  [pointActs, { read: 40, hide: 8, give: 25, issue: 4 }],
]

/** Shares of acts; `around`: how many times as often as usual it is who stands around. */
function sharesOf(around: number) {
  const list = [...ACTIVITIES.map((one) => [...one, 1] as const), ...AROUND.map((one) => [...one, around] as const)]
  const shares = list.flatMap(([acts, own, times]) =>
    Object.entries(own).map(([name, share]) => [share * times, acts[name] as Making] as const),
  )
  return { shares, whole: shares.reduce((sum, [share]) => sum + share, 0) }
}
const USUAL = sharesOf(1)
const OFTEN = sharesOf(30)

/** What a walk is about: one kind of activity or several, how many at once, who acts, and what it begins with. */
export function themeOf(draw: Draw) {
  if (draw.chance(0.4)) {
    const { kinds, around, lead } = draw.of(edges) as (typeof edges)[number]
    return { kinds: [draw.of(kinds) as Kind], most: 3, from: around ? OFTEN : USUAL, lead }
  }
  const one = draw.of(KINDS) as Kind
  if (draw.chance(0.15)) return { kinds: [one], most: 2, from: OFTEN, lead: [] as Lead }
  const meeting = KINDS[0] as Kind
  if (draw.chance(0.2)) {
    const lead = [...RUNNING, ...HELD, ...(draw.chance(0.3) ? REFUSED_THEN : [])]
    return { kinds: [meeting], most: 1, from: USUAL, lead }
  }
  if (draw.chance(0.5)) return { kinds: [one], most: 1, from: USUAL, lead: [...RUNNING, ...HANDED_IN] }
  return { kinds: [...KINDS, ...SHOWN], most: 3, from: USUAL, lead: [] }
}
export type Theme = ReturnType<typeof themeOf>

/** The act that a walk begins with now; null where it must not go through, as of kinds that have no such act. */
export function leading(scene: Scene, { lead }: Theme, n: number): Act | null {
  const [making, names = '', why = null, about = ''] = lead[n] ?? []
  const name = names.split('|')
  for (let m = 0; making && m < 60; m++) {
    const act = making(scene)
    if (act && name.includes(act.name) && act.why === why && act.about.includes(about)) return act
  }
  return null
}

/** The making that stands at a place of all shares laid end to end. */
function oneOf(shares: ReturnType<typeof sharesOf>['shares'], at: number): Making {
  let left = at
  for (const [share, making] of shares) {
    left -= share
    if (left < 0) return making
  }
  throw new RangeError(`no act at ${at}`)
}

/** How many refusals one is chosen from. */
const REFUSED = 8

/** A number that an act and why it must be refused have in a walk: so that each walk is about other refusals. */
function placeOf({ name, why }: Act, salt: number): number {
  let n = salt | 0
  for (const letter of `${name}/${why}`) n = Math.imul(n ^ letter.charCodeAt(0), 0x01000193)
  return n >>> 0
}

/**
 * An act: of most draws one that must go through, so that walks come far. Else one that must be refused, rather for one reason
 * than for several.
 */
export function drawn(scene: Scene, { from }: Theme, salt: number): Act | null {
  const { draw } = scene
  const { shares, whole } = from
  const legal = draw.chance(0.75)
  const refused: Act[] = []
  let act: Act | null = null
  for (let n = 0; n < 80 && refused.length < REFUSED; n++) {
    act = oneOf(shares, draw.below(whole))(scene) ?? act
    if (!act) continue
    if (act.why === null && legal) return act
    if (act.why !== null && !legal) refused.push(act)
  }
  const single = refused.filter(({ why }) => !why?.includes(' + '))
  const few = single.length > 0 ? single : refused
  return (
    few.reduce((best: Act | null, one) => (!best || placeOf(one, salt) > placeOf(best, salt) ? one : best), null) ?? act
  )
}
