import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../core/settings/startError.ts'
import { APP_ROLE, type Session } from './driver.ts'
import { sqlState } from './values.ts'

interface Standing {
  readonly exists: boolean
  readonly member: boolean
  readonly strong: boolean
  readonly superuser: boolean
  readonly owner: string
}

const standing = async (session: Session): Promise<Standing> => {
  const [row] = await session.query<Standing>(
    `select r.oid is not null as exists,
            case when r.oid is null then false else pg_has_role(current_user, r.oid, 'member') end as member,
            coalesce(r.rolsuper or r.rolbypassrls, false) as strong,
            (select rolsuper from pg_roles where rolname = current_user) as superuser, current_user::text as owner
     from (values (1)) one left join pg_roles r on r.rolname = $1`,
    [APP_ROLE],
  )
  if (!row) throw new Error('no answer about roles')
  return row
}

/**
 * The application's role, made when it is missing. Roles belong to the cluster: several databases starting at once race
 * for it, and advisory locks end at the database's border. So the loser tries again and finds it made.
 */
export async function ensureRole(session: Session): Promise<{ superuser: boolean }> {
  await session.query('select pg_advisory_lock(7265001)')
  try {
    for (let n = 1; ; n++) {
      const is = await standing(session)
      if (is.strong) {
        throw new StartError(
          `The role ${APP_ROLE} is a superuser or bypasses row security, so tenants would see each other: alter role ${APP_ROLE} nosuperuser nobypassrls.`,
        )
      }
      try {
        if (!is.exists)
          await session.script(`create role ${APP_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
        if (!is.exists || !is.member) await session.script(`grant ${APP_ROLE} to current_user`)
        // membership may come without the right to become it (PostgreSQL 16 and newer)
        await session.script(`set role ${APP_ROLE}; reset role`)
        return { superuser: is.superuser }
      } catch (e) {
        const state = sqlState(e)
        if (state === '42501') {
          throw new StartError(
            `The database user ${is.owner} may not create or become the role ${APP_ROLE}; as a superuser run: create role ${APP_ROLE} nologin; grant ${APP_ROLE} to "${is.owner}".`,
            e,
          )
        }
        // another process was faster: unique violation, duplicate object, tuple concurrently updated
        if (n >= 10 || !(state === '23505' || state === '42710' || state === 'XX000')) throw e
        await sleep(30 * n + Math.random() * 50)
      }
    }
  } finally {
    await session.query('select pg_advisory_unlock(7265001)')
  }
}
