import './words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import type { InboxPort } from '../../../../commands/command.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import { type NotificationLine, notificationText } from '../../../model/wire/notifications/notifications.ts'
import { type InboxFilter, inboxQuery, markNotifications, useUnread } from '../../data/notifications.ts'
import { queryClient } from '../../data/queries.ts'
import { providePorts, showOutcome } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { inboxState } from '../../state/inbox.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { openLine } from './openLine.ts'

const FILTERS = [
  ['', 'all'],
  ['unread', 'unread'],
  ['mentions', 'mentions'],
] as const satisfies readonly (readonly [InboxFilter, string])[]

const ICONS: Readonly<Record<string, string>> = {
  decisionRefused: 'alert-triangle',
  decisionPassed: 'check-circle',
  mention: 'message',
  answer: 'message',
  comment: 'message',
  changeWaits: 'git-compare',
  batchEnded: 'layers',
  fileMade: 'download',
  claimTaken: 'users',
  accountLow: 'wallet',
  announcement: 'bell',
}

const DONE: Outcome = { is: 'done' }

/** Lines of the inbox with their filters: on its page and in the panel over any other. `onOpened`: a line led elsewhere. */
export function InboxList({ onOpened }: { onOpened?(): void }) {
  const { t, language } = useWords()
  const { only } = useSnapshot(inboxState)
  const list = useRef<HTMLOListElement>(null)
  const unread = useUnread()
  const [front, setFront] = useState('')
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    inboxQuery(only),
    queryClient,
  )
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const at = Math.max(
    0,
    lines.findIndex((line) => line.id === front),
  )
  const mark = async (some: readonly NotificationLine[] | null, read: boolean): Promise<Outcome> => {
    const newest = some ?? lines.slice(0, 1)
    const upTo = newest[0]?.id
    if (!upTo) return { is: 'nothing', why: t('inbox.none') }
    try {
      await markNotifications(some?.map((line) => line.group) ?? null, upTo, read)
      return some ? DONE : { is: 'done', say: t('inbox.allRead') }
    } catch (e) {
      toast.error(e)
      return { is: 'cancelled' }
    }
  }
  const focus = (n: number) => {
    setFront(lines[n]?.id ?? '')
    list.current?.querySelectorAll<HTMLElement>('[data-line]')[n]?.focus()
  }
  const open = async (line: NotificationLine): Promise<Outcome> => {
    if (!line.read) void mark([line], true)
    const outcome = await openLine(line)
    if (outcome.is === 'done') onOpened?.()
    return outcome
  }
  const port: InboxPort = {
    move: (by) => {
      const here =
        document.activeElement?.closest('[data-line]') !== null && list.current?.contains(document.activeElement)
      const next = here ? at + by : at
      if (!lines[next]) return { is: 'nothing', why: t('inbox.nothingNewer') }
      focus(next)
      if (next >= lines.length - 3 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
      return DONE
    },
    open: async () => {
      const line = lines[at]
      return line ? open(line) : { is: 'nothing', why: t('inbox.none') }
    },
    mark: async (read) => {
      const line = lines[at]
      if (!line) return { is: 'nothing', why: t('inbox.none') }
      const next = lines[at + 1]
      // among the unread a line that is read is gone: the one behind it is in front
      if (only === 'unread' && read && next) setFront(next.id)
      return mark([line], read)
    },
    markAll: () => mark(null, true),
    show: (which) => {
      inboxState.only = which
      return DONE
    },
  }
  // keys mean the lines of this moment, not those of the render that gave the ports
  const now = useRef(port)
  now.current = port
  useEffect(
    () =>
      providePorts({
        inbox: {
          move: (by) => now.current.move(by),
          open: () => now.current.open(),
          mark: (read) => now.current.mark(read),
          markAll: () => now.current.markAll(),
          show: (which) => now.current.show(which),
        },
      }),
    [],
  )
  return (
    <Box>
      <div className="filters" role="toolbar" aria-label={t('inbox.filters')}>
        {FILTERS.map(([which, word]) => (
          <Button
            key={word}
            $tone="quiet"
            aria-pressed={only === which}
            onClick={() => {
              inboxState.only = which
            }}
          >
            {t(`inbox.${word}`)}
            {which === 'unread' && unread > 0 ? <b className="num">{unread > 99 ? '99+' : unread}</b> : null}
          </Button>
        ))}
        <span className="room" />
        <IconButton
          aria-label={t('inbox.readAll')}
          title={t('inbox.readAll')}
          aria-disabled={unread === 0 || undefined}
          onClick={() => void mark(null, true).then((outcome) => showOutcome(outcome, 'button'))}
        >
          <Icon name="check-circle" />
        </IconButton>
      </div>
      {error && lines.length === 0 ? (
        <Trouble error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : lines.length === 0 ? (
        <p className="none">
          {t(only === 'unread' ? 'inbox.noneUnread' : only === 'mentions' ? 'inbox.noneMentions' : 'inbox.none')}
        </p>
      ) : (
        <ol ref={list}>
          {lines.map((line, n) => (
            <li
              key={`${line.id} ${line.read}`}
              data-unread={line.read ? undefined : ''}
              data-bad={line.kind === 'decisionRefused' || undefined}
            >
              <button
                type="button"
                data-line={line.id}
                tabIndex={n === at ? 0 : -1}
                onFocus={() => setFront(line.id)}
                onClick={() => void open(line).then((outcome) => showOutcome(outcome, 'button'))}
              >
                <Icon name={ICONS[line.kind] ?? 'bell'} size={14} />
                <span>
                  {notificationText(line, language)}
                  {line.read ? null : <span className="visually-hidden"> · {t('inbox.isUnread')}</span>}
                </span>
                <time>{line.at.slice(5, 16)}</time>
              </button>
              <IconButton
                tabIndex={-1}
                aria-label={t(line.read ? 'inbox.markUnread' : 'inbox.markRead')}
                title={t(line.read ? 'inbox.markUnread' : 'inbox.markRead')}
                onClick={() => void mark([line], !line.read)}
              >
                <i className="dot" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <Button $tone="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('inbox.more')}
        </Button>
      ) : null}
    </Box>
  )
}

const Box = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  & > .filters { display: flex; align-items: center; gap: 4px; flex-wrap: wrap; padding: 6px 10px; border-bottom: 1px solid var(--line); }
  & > .filters .room { flex: 1; }
  & > .filters b { font-weight: 600; color: var(--accent); }
  & > .none { padding: 32px 16px; color: var(--text-3); text-align: center; }
  & > ol { flex: 1; min-height: 0; overflow: auto; }
  & li { display: flex; align-items: stretch; border-bottom: 1px solid var(--line); }
  & li > button:first-child {
    flex: 1; min-width: 0; display: grid; grid-template-columns: auto 1fr auto; gap: 8px; align-items: start; padding: 8px 4px 8px 14px;
    min-height: max(36px, var(--press, 0px)); border: 0; background: transparent; color: var(--text-2); font: inherit; text-align: left; cursor: pointer;
  }
  & li > button:first-child:hover { background: var(--surface-2); }
  & li > button:first-child:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; background: var(--surface-2); }
  & li > button:first-child > svg { margin-top: 2px; color: var(--text-3); }
  & li > button:first-child > span { overflow-wrap: anywhere; line-height: 1.5; }
  & li[data-unread] > button:first-child { color: var(--text); font-weight: 500; }
  & li[data-unread] > button:first-child > svg { color: var(--accent); }
  & li[data-bad][data-unread] > button:first-child > svg { color: var(--bad); }
  & li time { color: var(--text-3); font-size: 12px; font-weight: 400; white-space: nowrap; line-height: 20px; }
  & li > button:last-child { align-self: center; margin-right: 6px; }
  & .dot { width: 8px; height: 8px; border-radius: 50%; border: 1px solid var(--text-3); }
  & li[data-unread] .dot { background: var(--accent); border-color: var(--accent); }
`
