import fc from 'fast-check'
import { transitionsOf } from '../../../src/model/business.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import type { Actor } from '../../../src/server/core/actor.ts'

// An oracle of lifecycle 3.12 that knows nothing of the engine: what each step must answer, and what every amount must be,
// to the fen, from the fees alone.

/** One try: which transition, by whom, with which version, after how many minutes. */
export interface Step {
  readonly name: string
  readonly who: number
  readonly version: 'none' | 'right' | 'stale'
  readonly remark: boolean
  readonly minutes: number
}

const edges = Object.entries(transitionsOf('settlementOrder'))
export const transitions: Readonly<Record<string, Transition>> = Object.fromEntries(edges)
/** Transitions that people may cause. */
export const likely = edges.filter(([, t]) => t.by === 'operator' && !t.closed).map(([name]) => name)

export const stepsOf = (length: number) =>
  fc.array(
    fc.record<Step>({
      name: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...likely.filter((n) => n !== 'remove')) },
        { weight: 1, arbitrary: fc.constantFrom(...edges.map(([n]) => n)) },
      ),
      who: fc.nat(5),
      version: fc.constantFrom('none', 'right', 'right', 'right', 'stale'),
      remark: fc.boolean(),
      minutes: fc.constantFrom(0, 0, 0, 1, 11),
    }),
    { minLength: length, maxLength: length },
  )

/** Fees of the lines of an order, yuan. */
export const fees = fc.array(
  fc.integer({ min: 100, max: 9_000_00 }).map((n) => (n / 100).toFixed(2)),
  { minLength: 1, maxLength: 4 },
)

/** Where an order stands, as the oracle has it. */
export class Mind {
  status = 0
  version = 0
  deleted = false
  last: { action: string; by: string; at: number } | null = null
  /** Who made what is decided: confirmed the cycle, resubmitted the order. */
  readonly makers: Set<string>
  readonly log: string[] = []

  private readonly companyId: string

  constructor(confirmer: Actor, companyId: string) {
    this.companyId = companyId
    this.makers = new Set([confirmer.userId])
  }

  /** The version a step names, null for none. */
  versionOf(step: Step): number | null {
    return step.version === 'none' ? null : step.version === 'right' ? this.version : Math.max(0, this.version - 1)
  }

  /** What a step must answer: the HTTP code. */
  expected(step: Step, actor: Actor, now: number): number {
    const t = transitions[step.name] as Transition
    if (t.by !== 'operator') return 404
    if (!actor.roles.includes('administrator') && !actor.permissions.has(t.permission ?? '')) return 403
    const mustAsk = Object.values(t.ask ?? {}).some((f) => f.facts.required)
    if (!t.closed && mustAsk && !step.remark) return 400
    if (this.deleted || (actor.company && actor.company !== this.companyId)) return 404
    if (t.closed || (step.version === 'stale' && this.version > 0)) return 409
    const from = (t.from as { settlementStatus: number | readonly number[] }).settlementStatus
    if (!(Array.isArray(from) ? from : [from]).includes(this.status)) return 409
    if (t.takesBack) {
      const { last } = this
      if (!last || !t.takesBack.includes(last.action) || last.by !== actor.userId) return 400
      if (t.withinMinutes !== undefined && now - last.at > t.withinMinutes * 60_000) return 400
    }
    if (t.makerChecker && this.makers.has(actor.userId)) return 400
    return 200
  }

  /** The step went through. */
  took(step: Step, actor: Actor, now: number): void {
    const t = transitions[step.name] as Transition
    this.version += 1
    if (t.to === 'deleted') this.deleted = true
    else this.status = (t.to as { settlementStatus?: number }).settlementStatus ?? this.status
    if (step.name === 'submit') this.makers.add(actor.userId)
    this.last = { action: step.name, by: actor.userId, at: now }
  }
}

const round = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d)
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const withheld = (b: bigint): bigint => {
  if (b <= 80_000n) return 0n
  if (b <= 400_000n) return round((b - 80_000n) * 20n, 100n)
  const [part, less] = b <= 2_500_000n ? [16n, 0n] : b <= 6_250_000n ? [24n, 200_000n] : [32n, 700_000n]
  return round(b * part, 100n) - less
}

/** Amounts of one line, fen. */
export interface LineAmounts {
  readonly gross: bigint
  readonly platform: bigint
  readonly vat: bigint
  readonly surcharge: bigint
  readonly iit: bigint
  readonly net: bigint
}

/** A line as it is taxed: its fee, and what it is taxed together with. Lines come in the order they were accepted. */
export interface TaxedLine {
  readonly fee: string
  readonly key: string
  /** VAT of the month is due above so many yuan. */
  readonly threshold: string
}

/**
 * What each line of an order must amount to, with VAT at 1 %, surcharges of 12 % of it by half, withholding by the scale and
 * a platform fee of 6 %: cumulative within a key, each rounding half up.
 */
export function amountsOf(lines: readonly TaxedLine[]): LineAmounts[] {
  const sums = new Map<string, { gross: bigint; vat: bigint; iit: bigint; base: bigint }>()
  return lines.map(({ fee, key, threshold }) => {
    const before = sums.get(key) ?? { gross: 0n, vat: 0n, iit: 0n, base: 0n }
    const gross = cents(fee)
    const all = before.gross + gross
    const due = (all <= cents(threshold) ? 0n : round(all, 101n)) - before.vat
    const vat = due < 0n ? 0n : due > gross ? gross : due
    const surcharge = round(vat * 6n, 100n)
    const base = before.base + gross - vat
    const owed = withheld(base) - before.iit
    const iit = owed < 0n ? 0n : owed
    sums.set(key, { gross: all, vat: before.vat + vat, iit: before.iit + iit, base })
    return { gross, platform: round(gross * 6n, 100n), vat, surcharge, iit, net: gross - vat - surcharge - iit }
  })
}

/** The sum of one amount over lines, as it is kept. */
export const total = (lines: readonly LineAmounts[], ...names: readonly (keyof LineAmounts)[]): string => {
  const all = lines.reduce((sum, line) => names.reduce((s, name) => s + line[name], sum), 0n)
  const digits = String(all < 0n ? -all : all).padStart(3, '0')
  return `${all < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
