import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Replies } from './base/forms.styles.ts'
import type { InputProps } from './base/input.ts'
import { LongInput } from './inputs/LongInput.tsx'
import { type Placed, placedAfter, type Reply, withReply } from './replies.ts'
import './base/words.ts'

/** Height of a reply, px, and how many are seen without scrolling. */
const ROW = 26
const ROWS = 9

const composing = (e: KeyboardEvent) => e.nativeEvent.isComposing || e.keyCode === 229

/** Alt and a digit of the row above the letters (those of the number pad enter characters on Windows); else −1. */
const digitOf = (e: KeyboardEvent): number =>
  e.altKey && !e.ctrlKey && !e.metaKey && /^Digit[1-9]$/.test(e.code) ? Number(e.code.slice(-1)) - 1 : -1

/**
 * The reason of a decision with the quick replies below it: by Alt and a digit, by the arrows, by typing a piece of one
 * or its pinyin, or by a click. A plain digit is text. Another choice takes the place of the one before; what was typed
 * by hand stays.
 */
export function ReplyInput({ replies, ...p }: InputProps & { readonly replies: readonly Reply[] }) {
  const { t } = useWords()
  const draft = useRef(p.value)
  const [placed, setPlaced] = useState<Placed | null>(null)
  const [sought, setSought] = useState('')
  const [at, setAt] = useState(0)
  const find = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => found(replies, sought), [replies, sought])
  const chosen = Math.min(at, shown.length - 1)
  // as high as all of them: the dialog keeps its size while they are narrowed
  const minHeight = Math.min(replies.length, ROWS) * ROW
  const listId = `${p.id}-replies`
  const optionId = (i: number) => `${listId}-${i}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another place
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, shown])

  const text = () => document.getElementById(p.id) as HTMLTextAreaElement | null
  const back = () => {
    setSought('')
    setAt(0)
    text()?.focus()
  }
  const change = (value: string) => {
    setPlaced((now) => placedAfter(now, p.value, value))
    p.onChange(value)
  }
  const choose = (reply: Reply | undefined) => {
    if (!reply) return
    // a draft that is a reply and nothing else is a choice made before
    const kept = p.value === draft.current && replies.some((r) => r.content === p.value)
    const next = withReply(p.value, placed ?? (kept ? { at: 0, text: p.value } : null), reply.content)
    setPlaced(next.placed)
    p.onChange(next.text)
    back()
  }
  /** The reply that a digit stands beside, in either input. */
  const byDigit = (e: KeyboardEvent): boolean => {
    const n = digitOf(e)
    if (n < 0) return false
    e.preventDefault()
    if (!e.repeat) choose(shown[n])
    return true
  }
  const inText = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (composing(e) || replies.length === 0 || byDigit(e)) return
    const { selectionStart, selectionEnd, value } = e.currentTarget
    const last = selectionStart === selectionEnd && selectionEnd === value.length
    if (e.key !== 'ArrowDown' || e.ctrlKey || e.metaKey || e.shiftKey || !(last || e.altKey)) return
    e.preventDefault()
    find.current?.focus()
  }
  const inFind = (e: KeyboardEvent<HTMLInputElement>) => {
    if (composing(e) || byDigit(e) || e.ctrlKey || e.metaKey || e.altKey) return
    if (e.key === 'ArrowDown') setAt(Math.min(chosen + 1, shown.length - 1))
    else if (e.key === 'ArrowUp' && chosen > 0) setAt(chosen - 1)
    else if (e.key === 'ArrowUp' || e.key === 'Escape') back()
    else if (e.key === 'Enter') choose(shown[chosen])
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <>
      <LongInput {...p} onChange={change} onKeyDown={inText} />
      {replies.length > 0 && (
        <Replies>
          <div className="find">
            <Icon name="search" size={14} />
            <input
              ref={find}
              type="text"
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
              aria-autocomplete="list"
              aria-label={t('forms.findReply')}
              placeholder={t('forms.findReply')}
              autoComplete="off"
              spellCheck={false}
              value={sought}
              onChange={(e) => {
                setSought(e.target.value)
                setAt(0)
              }}
              onKeyDown={inFind}
            />
            <span className="keys">{t('forms.replyKeys')}</span>
          </div>
          <div id={listId} ref={list} role="listbox" aria-label={t('forms.replies')} style={{ minHeight }}>
            {shown.map((reply, i) => (
              <button
                key={reply.id}
                id={optionId(i)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={i === chosen}
                data-reply={i + 1}
                onMouseDown={(e) => e.preventDefault()}
                onClick={() => choose(reply)}
              >
                <kbd>{i < 9 ? i + 1 : ''}</kbd>
                <span>{reply.content}</span>
              </button>
            ))}
          </div>
          {shown.length === 0 && <p role="status">{t('forms.nothingFound')}</p>}
        </Replies>
      )}
    </>
  )
}

/** The replies that a text or its pinyin finds, best first; all of them in their order without one. */
function found(replies: readonly Reply[], sought: string): readonly Reply[] {
  if (sought.trim() === '') return replies
  const byId = new Map(replies.map((r) => [r.id, r]))
  const index = buildIndex(
    replies.map((r) => ({
      id: r.id,
      title: r.content,
      alias: '',
      ...(r.readings ? { pinyin: r.readings.split('|') } : {}),
    })),
  )
  return rank(index, sought).items.flatMap((x) => byId.get(x.id) ?? [])
}
