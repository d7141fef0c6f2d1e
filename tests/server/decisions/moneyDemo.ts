import { lifecycles, resourceOf } from '../../../src/model/business.ts'
import { choiceOf, type Field, isChoice } from '../../../src/model/language/fields/field.ts'
import { isByPeople, isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { inScope, may } from '../../../src/server/core/permissions.ts'
import { rowFrom } from '../../../src/server/database/codec.ts'
import { variantSql } from '../../../src/server/database/names.ts'
import { decideIn, systemStep } from '../../../src/server/deciding/decideIn.ts'
import { TYPED_LIMIT } from '../../../src/server/deciding/largeBatch.ts'
import { prepare } from '../../../src/server/deciding/transitions.ts'
import { runScenarios } from '../../../src/server/seed/scenarios/demo.ts'
import { loadDemo } from '../../../src/server/seed/small.ts'
import { type AnyResource, type Row, tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { sampleOf } from '../../kinds.ts'
import { person } from '../../rules/people.ts'
import { testDomains } from '../domains.ts'

// The money chain of a demo, in all its states, and every decision about money that people may take, found in the model.

/** The day that the demo stands at. */
export const TODAY = '2024-06-15'

/** Plays a demo of a few companies in a tenant, in which totals need not be typed: people decide on all of it within minutes. */
export async function tellMoney(db: Database, tenantId: string, months = 12): Promise<void> {
  const told = await runScenarios(tenantId, TODAY, { companies: 3, doctors: 60, months })
  await db.owner(async (tx) => {
    await loadDemo(tx, told)
    await tx.query(
      `insert into "param" (tenant_id, id, param_name, param_key, param_value) values ($1, $2, '限额', $3, '999999999.00')`,
      [tenantId, newId(), TYPED_LIMIT],
    )
  })
}

/** A transition that people take. */
export interface MoneyStep {
  readonly of: AnyResource
  readonly name: string
  readonly transition: Transition
}

/** Every open decision about money on a record that is there. */
export const moneySteps = (): MoneyStep[] =>
  [...lifecycles.values()].flatMap((l) =>
    Object.entries<Transition>(l.transitions).flatMap(([name, transition]) =>
      transition.money &&
      isByPeople(transition) &&
      transition.from !== 'new' &&
      closedWhy(testDomains, l.resource, name) === null
        ? [{ of: resourceOf(l.resource), name, transition }]
        : [],
    ),
  )

/** Records of a family that are there, the newest first. */
export async function rowsOf(db: Database, tenantId: string, of: AnyResource): Promise<Row[]> {
  const found = await db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      text: `select * from ${tableName(of)} where ${['tenant_id = $1', 'is_deleted = 0', ...variantSql(of)].join(' and ')} order by id desc`,
      values: [tenantId],
    },
  )
  return found.map((f) => rowFrom(of, f)) as Row[]
}

/** Those that stand where a step begins. */
export const standingAt = async (db: Database, tenantId: string, { of, transition: t }: MoneyStep): Promise<Row[]> =>
  (await rowsOf(db, tenantId, of)).filter((row) => typeof t.from === 'object' && isInState(t.from, row))

/** Somebody whom nobody knows yet, of the first role that may take a step with this record: bound to its owner where the role is. */
export function whoMay(tenantId: string, { of, transition: t }: MoneyStep, row: Row, nth = 0): Actor | null {
  for (const { alias } of roles) {
    const bound = {
      companyAdmin: { company: String(row.entrustedCompanyId ?? '') || null },
      fiscalTax: { fiscalTax: String(row.fiscalTaxId ?? '') || null },
    }[alias as 'fiscalTax']
    const who = person(tenantId, alias, { ...bound, name: `${alias}${nth}` })
    if (may(who, t.permission ?? '') && inScope(who, of, row)) return who
  }
  return null
}

/** Answers that a question takes. */
export const answersTo = (t: Transition): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Field>(t.ask ?? {}).flatMap(([name, f]) => {
      if (isChoice(f)) return [[name, choiceOf(f, Object.keys(f.values)[0] as string)]]
      return f.facts.required || f.kind === 'longText' ? [[name, sampleOf(f).good]] : []
    }),
  )

class TakenBack extends Error {}

/**
 * Takes a step in a transaction that is taken back: why it would be refused, or how many lines it would leave in the trail
 * of the tenant.
 */
export async function wouldWrite(
  context: ServerContext,
  actor: Actor,
  { of, name, transition }: MoneyStep,
  id: string,
): Promise<AppError | number> {
  let lines = 0
  try {
    await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      const work = new SqlUnitOfWork(context, actor, tx, systemStep)
      const counted = async () =>
        Number(
          (
            await tx.query<{ n: string }>('select count(*) as n from "audit_trail" where tenant_id = $1', [
              actor.tenantId,
            ])
          )[0]?.n,
        )
      const before = await counted()
      await decideIn(
        work,
        prepare(work.domains, actor, { resource: of.id, transition: name, ids: [id], ask: answersTo(transition) }),
      )
      lines = (await counted()) - before
      throw new TakenBack()
    })
  } catch (e) {
    if (e instanceof AppError) return e
    if (!(e instanceof TakenBack)) throw e
  }
  return lines
}
