import './words.ts'
import type { Entry } from '../../decisions/decision.ts'
import { actionOf, messageIn } from '../../decisions/named.ts'
import { conflictLine } from '../../decisions/overtaken.ts'
import { plain, type RowLook } from '../../grid/gridModel.ts'
import { t } from '../../i18n/index.ts'

/** Another user's change of a row. */
export interface Foreign {
  readonly by: string
  readonly at: string
  readonly action: string
  /** The row left the queue. */
  readonly left: boolean
}

/** Facts of a row besides its values. */
export interface Known {
  readonly entry: Entry | undefined
  readonly foreign: Foreign | undefined
  /** Why and until when it is on hold, in words; undefined where it is not. */
  readonly held: string | undefined
  /** Another person who has it in hand. */
  readonly claim: string | undefined
  /** Person who changed a row that stayed to do. */
  readonly fresh: string | undefined
  readonly online: boolean
}

/** The first character of a name: what fits beside a tick box. */
const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''

function lookOf({ entry, foreign, held, claim, fresh, online }: Known): RowLook {
  if (entry?.phase === 'failed')
    return {
      mark: 'failed',
      note: t('queue.failedNote', {
        action: actionOf(entry.resource, entry.decision),
        why: messageIn(entry.message) || t('queue.refused'),
      }),
    }
  if (entry?.phase === 'conflict')
    return {
      mark: 'conflict',
      note: entry.conflict ? conflictLine(entry.resource, entry.conflict) : messageIn(entry.message),
    }
  if (entry?.phase === 'done')
    return { mark: 'done', note: t('queueScreen.doneNote', { action: actionOf(entry.resource, entry.decision) }) }
  if (entry)
    return {
      mark: 'pending',
      note: t(online ? 'queue.pendingNote' : 'queueScreen.waitingNote', {
        action: actionOf(entry.resource, entry.decision),
      }),
    }
  if (foreign?.left)
    return {
      mark: 'other',
      note: t('queueScreen.otherNote', { by: foreign.by, at: foreign.at.slice(11, 16), action: foreign.action }),
    }
  if (held !== undefined) return { mark: 'held', note: held || t('queueScreen.heldNote') }
  if (claim) return { mark: 'claimed', note: t('queue.claimedNote', { by: claim }), sign: initialOf(claim) }
  return fresh ? { mark: 'changed', note: fresh } : plain
}

/** How rows look; the same object as long as nothing about a row is different, so that it is not drawn again. */
export class RowLooks {
  private readonly looks = new Map<string, { readonly key: string; readonly look: RowLook }>()

  of(id: string, known: Known): RowLook {
    const { entry, foreign, held, claim, fresh, online } = known
    if (!entry && !foreign && held === undefined && !claim && !fresh) return plain
    const key = `${entry ? `${entry.phase}${entry.decision}${messageIn(entry.message)}${online}` : ''}|${foreign ? `${foreign.by}${foreign.at}${foreign.left}` : ''}|${held ?? '-'}|${claim ?? ''}|${fresh ?? ''}`
    const before = this.looks.get(id)
    if (before?.key === key) return before.look
    const look = lookOf(known)
    this.looks.set(id, { key, look })
    return look
  }

  clear(): void {
    this.looks.clear()
  }
}
