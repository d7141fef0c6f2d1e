import { folded } from '../../../../model/values/folding.ts'
import { MENTIONABLE_MAX, type Mentionable } from '../../../../model/wire/comments.ts'
import { actorsNow } from '../../../auth/who.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { maySee } from '../../../core/permissions.ts'
import { sideOf } from '../../../core/side.ts'
import { readings } from '../../../core/text/pinyin.ts'
import { visibleRows } from '../../../records/visible.ts'
import type { Subject } from './subject.ts'

/** Users of one side that are looked through, and those whose reach is looked at for one answer. */
const PEOPLE_MAX = 2_000
const LOOKED_AT_MAX = 60

interface Named {
  readonly id: string
  readonly real_name: string
  readonly account: string
}

/** Which of these users are of the side of a record's comments and may see the record. */
export async function readersAmong(
  context: ServerContext,
  tenantId: string,
  of: Pick<Subject, 'r' | 'id' | 'side'>,
  userIds: readonly string[],
): Promise<readonly Actor[]> {
  const among: Actor[] = []
  for (const actor of await actorsNow(context, tenantId, userIds)) {
    if (sideOf(actor) !== of.side || !maySee(actor, of.r)) continue
    if ((await visibleRows(context, actor, of.r, [of.id])).has(of.id)) among.push(actor)
  }
  return among
}

/** Initials of a reading: `zhang san` → `zs`. */
const initials = (reading: string): string =>
  reading
    .split(' ')
    .map((syllable) => syllable.slice(0, 1))
    .join('')

/** Returns whether typed text begins or stands within a name, an account, or the pinyin of a name. Pure. */
export function isNamed({ real_name, account }: Pick<Named, 'real_name' | 'account'>, typed: string): boolean {
  const q = folded(typed.trim())
  if (q === '') return true
  return (
    folded(real_name).includes(q) ||
    folded(account).startsWith(q) ||
    readings(real_name).some((reading) => reading.replaceAll(' ', '').startsWith(q) || initials(reading).startsWith(q))
  )
}

/** People who may be mentioned on a record: of the asker's side, who may see it; without the asker. */
export async function mentionable(
  context: ServerContext,
  actor: Actor,
  of: Subject,
  typed: string,
): Promise<Mentionable[]> {
  const users = await context.db.scoped<Named>(
    { tenantId: actor.tenantId },
    {
      text: `select id, real_name, account from "user" where tenant_id = $1 and is_deleted = 0 and status = 1 and id <> $2
        and entrusted_id is not distinct from $3 and fiscal_tax_id is not distinct from $4 and provider_id is not distinct from $5
        order by real_name, id limit ${PEOPLE_MAX}`,
      values: [actor.tenantId, actor.userId, actor.company, actor.fiscalTax, actor.provider],
    },
  )
  const named = users.filter((user) => isNamed(user, typed)).slice(0, LOOKED_AT_MAX)
  const found: Mentionable[] = []
  for (let at = 0; at < named.length && found.length < MENTIONABLE_MAX; at += MENTIONABLE_MAX) {
    const some = named.slice(at, at + MENTIONABLE_MAX)
    const readers = new Set(
      (
        await readersAmong(
          context,
          actor.tenantId,
          of,
          some.map((user) => String(user.id)),
        )
      ).map((reader) => reader.userId),
    )
    for (const { id, real_name, account } of some)
      if (readers.has(String(id))) found.push({ id: String(id), name: real_name, account, pinyin: readings(real_name) })
  }
  return found.slice(0, MENTIONABLE_MAX)
}
