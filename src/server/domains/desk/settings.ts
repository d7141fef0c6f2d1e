import { readSettings, saveSettings } from '../../../model/desk/settingCalls.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { label } from '../../../model/values/label.ts'
import { SETTING_BYTES_MAX, SETTINGS_BYTES_MAX, SETTINGS_PER_USER_MAX } from '../../../model/wire/settings/setting.ts'
import { settingOf } from '../../../model/wire/settings/settings.ts'
import type { SettingAnswer, SettingChange, StoredSetting } from '../../../model/wire/settings/settingsWire.ts'
import { type Actor, SYSTEM_USER } from '../../core/actor.ts'
import type { Tx } from '../../core/database.ts'
import { AppError, everyOne, forbidden } from '../../core/errors.ts'
import { handle, handleOwnTables } from '../../records/handle.ts'

interface Row {
  readonly key: string
  readonly value: unknown
  readonly version: number
  readonly at: Date | null
}

const stored = ({ value, version, at }: Row): StoredSetting => ({ version, value, at: at ? wallClock(at) : '' })

/** Nobody but a person who signed in has settings: not the system, no partner's client, no doctor by a link. */
function refuseOthers({ userId, sessionId, source }: Actor): void {
  if (userId === SYSTEM_USER || sessionId === '' || source !== undefined) throw forbidden()
}

const refused = (key: string, zh: string, en: string, actor: Actor): AppError =>
  new AppError(400, [zh, en], { [key]: label([zh, en], actor.language) })

/** The change with its value as declared. @throws AppError 400 by the key: unknown, malformed or too large. */
function checked(change: SettingChange, actor: Actor): SettingChange {
  const { key, value } = change
  const of = settingOf(key)
  if (!of) throw refused(key, `未知的设置 ${key}，请去掉`, `Unknown setting ${key}; please remove it`, actor)
  if (value === null) return change
  const [zh, en] = of.setting.title
  // before its form is looked at: what is too large need not be walked through
  if (Buffer.byteLength(JSON.stringify(value)) > SETTING_BYTES_MAX)
    throw refused(
      key,
      `设置“${zh}”过大（最多 ${SETTING_BYTES_MAX / 1024} KB），请减少其中的内容或重置该设置`,
      `The setting “${en}” is too large (${SETTING_BYTES_MAX / 1024} KB at most): remove some of it, or reset it`,
      actor,
    )
  const good = of.setting.check(value)
  if (good === null)
    throw refused(
      key,
      `设置“${zh}”（${key}）的值无效，请重置该设置`,
      `The value of the setting “${en}” (${key}) is not valid: reset it`,
      actor,
    )
  return { ...change, value: good }
}

/** Changes as declared, a single one of each key. @throws AppError 400 */
function changesIn(entries: readonly SettingChange[], actor: Actor): SettingChange[] {
  if (new Set(entries.map((e) => e.key)).size < entries.length)
    throw refused('changes', '同一设置只能出现一次', 'Each setting may be named once', actor)
  return everyOne(entries.map((entry) => () => checked(entry, actor)))
}

/**
 * Saves each change whose version is the stored one, and returns of every key what is stored then. The saves of one user wait for each
 * other, so that the answer is the row that a change was compared with. The user's row is held, too: settings of a deleted user do
 * not come back.
 */
async function saved(tx: Tx, actor: Actor, changes: readonly SettingChange[]): Promise<(Row & { kept: boolean })[]> {
  const whose = [actor.tenantId, actor.userId]
  const [[user]] = await Promise.all([
    tx.query('select 1 as one from "user" where tenant_id = $1 and id = $2 and is_deleted = 0 for share', whose),
    tx.query('select pg_advisory_xact_lock(727018, hashtext($1))', [whose.join('|')]),
  ])
  if (!user) throw forbidden()
  return tx.query<Row & { kept: boolean }>(
    `with sent as (
       select s.key, s.version, nullif(s.value, 'null'::jsonb) as value
       from jsonb_to_recordset($3::jsonb) as s (key text, version bigint, value jsonb)
     ), kept as (
       insert into "user_setting" as t (tenant_id, user_id, key, value, version)
       select $1::varchar, $2::bigint, s.key, s.value, s.version + 1 from sent s
       where s.version = 0 and s.value is not null or exists (select 1 from "user_setting" u
         where u.tenant_id = $1::varchar and u.user_id = $2::bigint and u.key = s.key and u.version = s.version)
       order by s.key
       on conflict (tenant_id, user_id, key) do update
         set value = excluded.value, version = excluded.version, update_time = excluded.update_time
         where t.version = excluded.version - 1
       returning t.key, t.version, t.update_time
     )
     select s.key, k.key is not null as kept, coalesce(k.version, u.version, 0) as version,
       case when k.key is null then u.value end as value, coalesce(k.update_time, u.update_time) as at
     from sent s left join kept k on k.key = s.key
       left join "user_setting" u on u.tenant_id = $1::varchar and u.user_id = $2::bigint and u.key = s.key`,
    [...whose, JSON.stringify(changes)],
  )
}

/** @throws AppError 400 where the settings of the user have become too many, or too large together. */
async function refuseOverLimits(tx: Tx, actor: Actor, changes: readonly SettingChange[]): Promise<void> {
  const [now] = await tx.query<{ n: string; bytes: string }>(
    `select count(*)::text as n, coalesce(sum(octet_length(value::text)), 0)::text as bytes
     from "user_setting" where tenant_id = $1 and user_id = $2`,
    [actor.tenantId, actor.userId],
  )
  const many = Number(now?.n) > SETTINGS_PER_USER_MAX
  if (!many && Number(now?.bytes) <= SETTINGS_BYTES_MAX) return
  const zh = many
    ? `设置过多（最多 ${SETTINGS_PER_USER_MAX} 项）`
    : `设置的总量过大（最多 ${SETTINGS_BYTES_MAX / 1024} KB），请在个人中心“我的设置”中重置不用的设置`
  const en = many
    ? `There are too many settings (${SETTINGS_PER_USER_MAX} at most)`
    : `The settings are too large together (${SETTINGS_BYTES_MAX / 1024} KB at most): reset those you do not need under Profile › My settings`
  throw new AppError(
    400,
    [zh, en],
    Object.fromEntries(changes.map(({ key }) => [key, label([zh, en], actor.language)])),
  )
}

/** Notice for the other windows of this user, and for nobody else (http/listener.ts). */
function emit(tx: Tx, actor: Actor, at: Date, versions: Readonly<Record<string, number>>): void {
  tx.write(
    `insert into "outbox" (tenant_id, kind, resource, record_id, actor_id, actor_name, payload)
     values ($1, 'settings', '', $2::bigint, $2::bigint, $3, $4::jsonb)`,
    [tx.tenantId, actor.userId, actor.name.slice(0, 50), JSON.stringify({ at: wallClock(at), settings: versions })],
  )
}

/** Own settings of whoever is signed in. */
export const settingHandlers = [
  handle(readSettings, async ({ query, actor, context }) => {
    refuseOthers(actor)
    const keys = query.keys ? query.keys.split(',') : null
    const rows = await context.db.scoped<Row>(
      { tenantId: actor.tenantId },
      {
        name: 'own-settings',
        text: `select key, value, version, update_time as at from "user_setting"
          where tenant_id = $1 and user_id = $2 and ($3::text[] is null or key = any($3::text[]))`,
        values: [actor.tenantId, actor.userId, keys],
      },
    )
    return Object.fromEntries(rows.map((row) => [row.key, stored(row)]))
  }),
  handleOwnTables(saveSettings, async ({ entries, actor, tx, context }) => {
    refuseOthers(actor)
    const changes = changesIn(entries as readonly SettingChange[], actor)
    if (changes.length === 0) return {}
    const rows = await saved(tx, actor, changes)
    const kept = rows.filter((row) => row.kept)
    if (kept.length > 0) {
      await refuseOverLimits(tx, actor, changes)
      emit(tx, actor, context.now(), Object.fromEntries(kept.map((row) => [row.key, row.version])))
    }
    return Object.fromEntries(
      rows.map((row): [string, SettingAnswer] => {
        const { version, value, at } = stored(row)
        return [row.key, row.kept ? { kept: true, version, at } : { kept: false, version, value, at }]
      }),
    )
  }),
]
