import { transitionsOf } from '../../../model/business.ts'
import { stepLabel } from '../../../model/language/derived/past.ts'
import { choiceWords } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { type Label, label } from '../../../model/values/label.ts'
import type { Conflict } from '../../../model/wire/wire.ts'
import { doerIn } from '../../core/doers.ts'
import { AppError } from '../../core/errors.ts'
import { withheld } from '../../core/permissions.ts'
import type { AnyResource, Change, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { wireChange, wireRow } from '../unitOfWork/wire.ts'
import { partsNow } from './partsShown.ts'

/** Returns the name of an audit action: the transition's label, else the generic verb. */
export const actionText = (resource: string, action: string, language: 'zh' | 'en'): string => {
  const step = stepLabel(transitionsOf(resource), action)
  return step ? label(step, language) : action
}

/** Merges changes to one per field: its value before the first change and after the last. Pure. */
export function mergeChanges(oldestFirst: readonly (readonly Change[])[]): Change[] {
  const merged = new Map<string, Change>()
  for (const changes of oldestFirst) {
    for (const c of changes) {
      const first = merged.get(c.field)
      merged.set(c.field, { field: c.field, from: first ? first.from : c.from, to: c.to })
    }
  }
  return [...merged.values()].filter((c) => JSON.stringify(c.from) !== JSON.stringify(c.to))
}

/**
 * Returns who changed the record first, when and what: since the version the user has seen, else by the last write.
 * Records that were loaded without a trail are described from their approval history, else from their own columns.
 * `asForm`: the record as a form reads it, personal data in full for who may see it; else masked, as in lists.
 */
export async function conflictOf(
  work: UnitOfWork,
  of: AnyResource,
  row: Row,
  reason: Conflict['reason'],
  since: number | null,
  asForm = false,
): Promise<Conflict> {
  const { actor } = work
  const hidden = withheld(actor, of)
  const trail = await work.trail(of, row.id, since ?? -1)
  // a person was faster, whatever the system did behind them since
  const byPerson = since === null ? undefined : trail.find((t) => transitionsOf(of.id)[t.action]?.by !== 'system')
  const last = byPerson ?? trail[0]
  const shown = { ...wireRow(actor, of, row, asForm), ...(await partsNow(work, of, row.id)) }
  const base = { id: row.id, reason, version: row.version, row: shown }
  if (last) {
    const entries = since === null ? [last] : [...trail].reverse()
    return {
      ...base,
      by: doerIn(last.actorName, actor.language),
      at: wallClock(last.at),
      action: actionText(of.id, last.action, actor.language),
      transition: last.action,
      fields: mergeChanges(entries.map((t) => t.changes))
        .filter((c) => fieldOf(of, c.field) && !hidden.includes(c.field))
        .map((c) => wireChange(of, c)),
    }
  }
  const history = await work.lastStep(of, row.id)
  return {
    ...base,
    by: doerIn(history?.operatorName ?? '', actor.language),
    at: history ? wallClock(history.operateTime) : String(row.updateTime ?? ''),
    action: history?.action ? actionText(of.id, history.action, actor.language) : '',
    transition: history?.action ?? '',
    fields: (history?.changes ?? []).map((c) => wireChange(of, c)),
  }
}

/** Adds the record's name to a sentence about one of several records. */
export const about = (of: AnyResource, row: Row, many: boolean, text: Label): Label => {
  if (!many) return text
  const name = String(row[of.name as string] ?? row.id)
  return [`${name}：${text[0]}`, `${name}: ${text[1]}`]
}

/** The 409 of a record that another user has changed since. `asForm`: as `conflictOf` has it. */
export async function stale(
  work: UnitOfWork,
  of: AnyResource,
  row: Row,
  since: number,
  asForm = false,
): Promise<AppError> {
  const conflict = await conflictOf(work, of, row, 'stale', since, asForm)
  const who: Label = conflict.by
    ? [
        `数据已被${conflict.by}于${conflict.at}修改（${conflict.action}），请核对后重试`,
        `${conflict.by} changed this record at ${conflict.at} (${conflict.action}); please check and try again`,
      ]
    : ['数据已被修改，请核对后重试', 'This record was changed meanwhile; please check and try again']
  return new AppError(409, who, conflict)
}

const ILLEGAL: Label = ['当前状态不允许该操作', 'This is not possible in the current state']

/** The 409 of a record that is not in a state in which the transition starts. */
export async function illegal(work: UnitOfWork, of: AnyResource, row: Row): Promise<AppError> {
  return new AppError(409, ILLEGAL, await conflictOf(work, of, row, 'illegal', null))
}

/** Returns the named states of a record in words: `结算状态：已付款`. */
export const stateText = (of: AnyResource, row: Row, status: readonly string[], language: 'zh' | 'en'): string =>
  status
    .flatMap((name) => {
      const f = fieldOf(of, name)
      const words = f && choiceWords(f, row[name])
      return f && words
        ? [`${label(f.label, language)}${language === 'zh' ? '：' : ': '}${words[language === 'zh' ? 0 : 1]}`]
        : []
    })
    .join(language === 'zh' ? '，' : ', ')

/**
 * The 409 of a record that the generic calls may not edit or delete in its state, which the sentence names. `status`:
 * the status fields; `many`: the record is one of several; `asForm`: as `conflictOf` has it.
 */
export async function uneditable(
  work: UnitOfWork,
  of: AnyResource,
  row: Row,
  status: readonly string[],
  many: boolean,
  asForm: boolean,
): Promise<AppError> {
  const [zh, en] = [stateText(of, row, status, 'zh'), stateText(of, row, status, 'en')]
  const text: Label = zh ? [`${ILLEGAL[0]}（${zh}）`, `${ILLEGAL[1]} (${en})`] : ILLEGAL
  return new AppError(409, about(of, row, many, text), await conflictOf(work, of, row, 'illegal', null, asForm))
}

const NOT_OPEN: Label = ['暂未开放', 'Not open yet']

/** The 409 of a closed transition, whose rules or documents do not exist yet. */
export async function closed(work: UnitOfWork, of: AnyResource, row: Row): Promise<AppError> {
  return new AppError(409, NOT_OPEN, await conflictOf(work, of, row, 'closed', null))
}

/** The same where no record is concerned: a batch as a whole, a transition that would create one. */
export const notOpen = (): AppError => new AppError(409, NOT_OPEN)
