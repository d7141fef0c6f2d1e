import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styled from 'styled-components'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { COMMENT_CHARACTERS_MAX, COMMENTS_SECTION, type Mentionable } from '../../../model/wire/comments.ts'
import { ApiError } from '../../api/client.ts'
import { uuid } from '../../api/uuid.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { mentionableQuery, sendComment } from '../../data/comments.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { taken } from '../wanted.ts'
import { commentDraft, keepCommentDraft } from './draft.ts'
import { type Mentioning, mentioningAt, stillMentioned, withMention } from './mentionText.ts'

interface InputProps {
  readonly resource: string
  readonly record: string
}

/** Characters left are said when so few are. */
const SAID_BELOW = 100

/** Place for a comment: `@` offers people, Ctrl+Enter sends. What was begun outlives a reload. */
export function CommentInput({ resource, record }: InputProps) {
  const { t } = useWords()
  const id = useId()
  const catalogue = useCatalogue()
  const area = useRef<HTMLTextAreaElement>(null)
  const [begun] = useState(() => commentDraft(resource, record))
  const [text, setText] = useState(begun.text)
  const [chosen, setChosen] = useState<readonly Pick<Mentionable, 'id' | 'name'>[]>(begun.mentions)
  const [mentioning, setMentioning] = useState<Mentioning | null>(null)
  const [at, setAt] = useState(0)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  // Same key for every attempt at a comment: they come to a single one.
  const attempt = useRef('')
  const { data: people = [], isFetched } = useQuery({
    ...mentionableQuery(resource, record, mentioning?.typed ?? ''),
    enabled: mentioning !== null,
    placeholderData: keepPreviousData,
  })
  const offered = mentioning === null ? [] : people
  useEffect(() => keepCommentDraft(resource, record, { text, mentions: chosen }), [resource, record, text, chosen])
  useEffect(() => taken(COMMENTS_SECTION), [])
  const left = COMMENT_CHARACTERS_MAX - text.trim().length

  const write = (value: string, cursor: number) => {
    setText(value)
    setWrong('')
    attempt.current = ''
    setMentioning(mentioningAt(value, cursor))
    setAt(0)
  }
  const choose = (person: Mentionable) => {
    if (!mentioning) return
    const next = withMention(text, mentioning, person)
    setChosen((all) => [...all.filter((one) => one.id !== person.id), { id: person.id, name: person.name }])
    write(next.text, next.cursor)
    setMentioning(null)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const send = async () => {
    if (busy || text.trim() === '' || left < 0) return
    setBusy(true)
    attempt.current ||= uuid()
    try {
      const mentions = stillMentioned(text, chosen).map((one) => one.id)
      await sendComment({ resource, record }, text, mentions, attempt.current)
      attempt.current = ''
      setText('')
      setChosen([])
      setWrong('')
      keepCommentDraft(resource, record, { text: '', mentions: [] })
    } catch (error) {
      // Typed text is kept.
      setWrong(error instanceof ApiError || error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
      area.current?.focus({ preventScroll: true })
    }
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    const done = () => {
      e.preventDefault()
      e.stopPropagation()
    }
    const person = offered[Math.min(at, offered.length - 1)]
    if (mentioning && e.key === 'Escape') {
      done()
      return setMentioning(null)
    }
    // the page's own Escape would clear its filter or leave the record
    if (e.key === 'Escape') {
      done()
      return area.current?.blur()
    }
    if (person && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      done()
      return setAt((n) => (n + (e.key === 'ArrowDown' ? 1 : -1) + offered.length) % offered.length)
    }
    if (person && (e.key === 'Enter' || e.key === 'Tab') && !e.ctrlKey && !e.metaKey) {
      done()
      return choose(person)
    }
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
      done()
      void send()
    }
  }
  const option = (n: number) => `${id}-person-${n}`
  const sendKey = formatKeys('mod+enter', platform)
  return (
    <Form>
      <textarea
        ref={area}
        tabIndex={0}
        rows={3}
        value={text}
        aria-label={t('comments.write')}
        aria-invalid={left < 0 || wrong !== '' || undefined}
        aria-describedby={`${id}-hint`}
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? option(Math.min(at, offered.length - 1)) : undefined}
        placeholder={t('comments.placeholder')}
        onChange={(e) => write(e.target.value, e.target.selectionStart)}
        onSelect={(e) => {
          const cursor = e.currentTarget.selectionStart
          setMentioning((was) => (was ? mentioningAt(text, cursor) : was))
        }}
        onKeyDown={onKeyDown}
        // with its button: a text that begins at the foot of the pane hides it
        onFocus={(e) => e.currentTarget.parentElement?.scrollIntoView({ block: 'nearest' })}
        onBlur={() => setMentioning(null)}
      />
      {mentioning && (
        <div className="people" id={`${id}-people`} role="listbox" aria-label={t('comments.people')}>
          {offered.map((person, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: chosen by the keys of the text it belongs to
            <div
              key={person.id}
              id={option(n)}
              role="option"
              tabIndex={-1}
              aria-selected={n === Math.min(at, offered.length - 1)}
              // the text keeps the keyboard
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => choose(person)}
            >
              <span>{person.name}</span>
              <small>{person.account}</small>
            </div>
          ))}
          {offered.length === 0 && isFetched ? <p>{t('comments.noPeople')}</p> : null}
        </div>
      )}
      {wrong && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      <footer>
        <small id={`${id}-hint`}>
          {left < 0
            ? t('comments.over', { count: -left })
            : left < SAID_BELOW
              ? t('comments.left', { count: left })
              : t('comments.hint', {
                  key: sendKey,
                  side: t(catalogue?.user.company ? 'comments.company' : 'comments.platform'),
                })}
        </small>
        <Button
          $tone="primary"
          disabled={busy || text.trim() === '' || left < 0}
          onMouseDown={(e) => e.preventDefault()}
          onClick={() => void send()}
        >
          {t(busy ? 'comments.sending' : 'comments.send')} <Key>{sendKey}</Key>
        </Button>
      </footer>
    </Form>
  )
}

const Form = styled.div`
  position: relative;
  display: grid;
  gap: 6px;
  & textarea {
    width: 100%; min-height: 68px; padding: 7px 9px; resize: vertical; border: 1px solid var(--line-strong); border-radius: var(--radius);
    background: var(--surface); color: var(--text); font: inherit; line-height: 1.5;
  }
  & textarea:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; border-color: transparent; }
  & textarea[aria-invalid='true'] { border-color: var(--bad); }
  & .people { position: absolute; z-index: 5; right: 0; bottom: calc(100% + 4px); left: 0; max-height: 220px; overflow: auto; padding: 4px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); box-shadow: var(--shadow); }
  & .people > div { display: flex; align-items: center; gap: 8px; min-height: var(--press, 28px); padding: 4px 8px; border-radius: 5px; cursor: pointer; }
  & .people > div[aria-selected='true'], & .people > div:hover { background: var(--accent-soft); }
  & .people small { color: var(--text-3); }
  & .people p { padding: 6px 8px; color: var(--text-3); }
  & .wrong { color: var(--bad); }
  & footer { display: flex; align-items: center; gap: 8px; }
  & footer > small { flex: 1; color: var(--text-3); }
  /* a draft is no part of the record */
  @media print { display: none; }
`
