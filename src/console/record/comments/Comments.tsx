import './words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import styled from 'styled-components'
import { COMMENTS_SECTION, type RecordComment } from '../../../model/wire/comments.ts'
import { commentsQuery, deleteComment, watchComments } from '../../data/comments.ts'
import { session } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import type { PanelProps } from '../panels.ts'
import { CommentInput } from './CommentInput.tsx'
import { piecesOf } from './mentionText.ts'

/** Comments of a record, oldest first, and the place for another one. */
export function Comments({ of, row }: PanelProps) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(commentsQuery(of.id, row.id))
  useEffect(() => watchComments(of.id, row.id), [of.id, row.id])
  if (error && (!data || isRefusal(error))) return <Trouble error={error} again={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <Box data-takes={COMMENTS_SECTION}>
      {data.length === 0 ? <p className="empty">{t('comments.none')}</p> : null}
      <ol>
        {data.map((comment) => (
          <Comment key={comment.id} comment={comment} resource={of.id} record={row.id} />
        ))}
      </ol>
      <CommentInput key={`${of.id} ${row.id}`} resource={of.id} record={row.id} />
    </Box>
  )
}

interface CommentProps {
  readonly comment: RecordComment
  readonly resource: string
  readonly record: string
}

function Comment({ comment, resource, record }: CommentProps) {
  const { t } = useWords()
  const me = session.userId
  const remove = async () => {
    if (!(await confirm({ title: t('comments.removeTitle'), body: t('comments.removeBody'), danger: true }))) return
    await deleteComment(resource, record, comment.id).catch(toast.error)
  }
  return (
    <li data-mine={comment.byId === me ? '' : undefined}>
      <header>
        <strong>{comment.by}</strong>
        <time>{comment.at}</time>
        {comment.deletableUntil !== '' && (
          <Button $tone="quiet" onClick={() => void remove()}>
            {t('comments.remove')}
          </Button>
        )}
      </header>
      {comment.deletedAt !== '' ? (
        <p className="gone">
          {t('comments.deleted')} · {t('comments.edited', { at: comment.deletedAt })}
        </p>
      ) : (
        <p>
          {piecesOf(comment.text, comment.mentions).map((piece) =>
            piece.mention ? (
              <b
                key={piece.at}
                data-me={comment.mentions.some((m) => m.id === me && `@${m.name}` === piece.text) || undefined}
              >
                {piece.text}
              </b>
            ) : (
              piece.text
            ),
          )}
        </p>
      )}
    </li>
  )
}

const Box = styled.div`
  display: grid;
  gap: 10px;
  max-width: 760px;
  & .empty { color: var(--text-3); }
  & ol { display: grid; gap: 8px; }
  & li { padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface-2); }
  & li[data-mine] { background: var(--surface); }
  & li > header { display: flex; align-items: center; gap: 8px; min-height: 22px; }
  & li time { color: var(--text-3); font-size: 12px; }
  & li > header > button { height: 22px; margin-left: auto; padding: 0 6px; font-size: 12px; }
  & li > p { margin-top: 2px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.6; }
  & li > p b { font-weight: 500; color: var(--accent); }
  & li > p b[data-me] { padding: 0 3px; border-radius: 4px; background: var(--accent-soft); }
  & li > .gone { color: var(--text-3); font-style: normal; }
`
