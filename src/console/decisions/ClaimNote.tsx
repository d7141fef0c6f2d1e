import { useEffect, useSyncExternalStore } from 'react'
import styled from 'styled-components'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { claimOf, isInQueue, onClaims, watchClaims } from '../data/claims.ts'
import { onLost, standOn, takeOver } from '../data/ownClaim.ts'
import { titleOf } from '../forms/subject.ts'
import { providePorts, setContext } from '../host/host.ts'
import { t as say, useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/messages/toast.ts'

/**
 * Claims the record that somebody stands on, once they rest on it, and shows whose hand it is in where that is another person's,
 * with the way to take it over. Decisions do not ask for it.
 */
export function ClaimNote({ of, row }: { readonly of: Resource; readonly row: WireRow | undefined }) {
  const { t } = useWords()
  const id = row?.id ?? ''
  const claim = useSyncExternalStore(onClaims, () => (id ? claimOf(of.id, id) : undefined))
  const open = row !== undefined && isInQueue(of.id, row)
  const title = row ? titleOf(of.id, row) : ''
  useEffect(() => watchClaims(of.id), [of.id])
  useEffect(() => standOn(open ? { resource: of.id, id } : null), [of.id, id, open])
  useEffect(() => () => standOn(null), [])
  const claimed = claim !== undefined
  useEffect(() => setContext({ claimed }), [claimed])
  useEffect(() => () => setContext({ claimed: false }), [])
  useEffect(
    () =>
      onLost((record, by) => {
        const what = record.id === id ? title : ''
        toast.info(() => say('queue.lostTo', { by, title: what }))
      }),
    [id, title],
  )
  useEffect(
    () =>
      providePorts({
        queues: {
          takeOver: async () => {
            if (!claimOf(of.id, id)) return { is: 'nothing', why: say('queue.notClaimed') }
            if (!(await takeOver({ resource: of.id, id }))) return { is: 'nothing', why: say('queue.notTakenOver') }
            return { is: 'done', say: say('queue.tookOver', { title }) }
          },
        },
      }),
    [of.id, id, title],
  )
  if (!claim) return null
  return (
    <Note role="status" data-claimed={id} title={t('queue.claimedBy', { by: claim.name })}>
      <Icon name="user" />
      <span>{t('queue.claimedNote', { by: claim.name })}</span>
      <CommandButton id="queue.takeOver" tone="quiet" hideElsewhere />
    </Note>
  )
}

const Note = styled.span`
  display: inline-flex; align-items: center; gap: 6px; min-width: 0; padding: 2px 4px 2px 10px; border-radius: var(--radius); background: var(--wait-soft); color: var(--wait);
  & > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
