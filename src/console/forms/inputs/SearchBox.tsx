import { Combobox, ComboboxPopover, ComboboxProvider } from '@ariakit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { Box, Options } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'
import '../base/words.ts'

interface Searched {
  readonly input: InputProps
  /** Name of the present value; "" for none. */
  readonly name: string
  /** Text being typed; null while nobody searches. */
  readonly typed: string | null
  onTyped(typed: string | null): void
  /** Offers belong to an earlier text. */
  readonly stale: boolean
  /** Chooses the first of what was found; false where nothing was. */
  onFirst(): boolean
  /** Number of matches: with a single match the choice is certain. */
  readonly count: number
  /** A click offers what can be chosen without a word. */
  readonly browsed?: true
  /** Offers: `ComboboxItem`s. */
  readonly children: ReactNode
}

/**
 * Input that searches records, with its matches below. Enter before the matches arrive chooses among the new ones;
 * leaving by Tab takes the marked match, otherwise an only one. Text without a choice is reverted with a message and
 * searched again on return. A form submitted meanwhile is sent after the choice, and stays where the choice is not
 * certain.
 */
export function SearchBox({ input: p, name, typed, onTyped, stale, onFirst, count, browsed, children }: Searched) {
  const { t } = useWords()
  // Text at the time when Enter was pressed before its offers arrived.
  const [early, setEarly] = useState<string | null>(null)
  // The form was sent before what was typed is found, or chosen.
  const [sending, setSending] = useState(false)
  // A match was marked by arrow keys: it stays the choice when new matches arrive.
  const moved = useRef(false)
  // Text that was left without a choice, and the value of that moment.
  const [given, setGiven] = useState({ text: '', at: '' })
  /** Typed text that identifies a single record: leaving the field chooses it. */
  const certain = typed !== null && typed.trim() !== '' && typed.trim() !== name && count === 1
  const putBack = () => {
    const left = typed?.trim() ?? ''
    if (left !== '' && left !== name) setGiven({ text: left, at: p.value })
    onTyped(null)
  }
  useEffect(() => {
    if (early === null || stale) return
    setEarly(null)
    const here = document.activeElement?.id === p.id
    // the field was left meanwhile: the person is asked again where several records may match
    if (early === typed && !((here || certain) && onFirst()) && !here) putBack()
  })
  useEffect(() => {
    if (!sending || stale || early !== null) return
    if (typed !== null && certain && onFirst()) return
    setSending(false)
    // an ambiguous text is not sent along
    if (typed !== null) putBack()
    else document.getElementById(p.id)?.closest('form')?.requestSubmit()
  })
  return (
    <ComboboxProvider
      value={typed ?? name}
      setValue={(value) => {
        onTyped(value)
        setEarly(null)
        setSending(false)
        moved.current = false
        setGiven({ text: '', at: '' })
        if (value === '' && p.value !== '') p.onChange('')
      }}
      resetValueOnHide={false}
      // arrow down on the last goes to the first, which may be the same one, and never to none
      includesBaseElement={false}
    >
      <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
        <Combobox
          {...aria(p)}
          autoComplete="list"
          // the first of a list that arrow down opened, too: what is found comes after it is open
          autoSelect="always"
          placeholder={t('forms.search')}
          disabled={p.locked !== ''}
          onClick={() => {
            if (browsed && typed === null) onTyped('')
          }}
          // before the list hears it: Enter is a click on what is marked there
          onKeyDownCapture={(e) => {
            const plain = !e.nativeEvent.isComposing && !e.ctrlKey && !e.metaKey
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey) && !e.nativeEvent.isComposing) {
              // Ctrl+Enter submits the form; hidden from the list, for which any Enter clicks the marked option
              e.preventDefault()
              const open = typed?.trim() ?? ''
              if (open === '' || open === name) return
              e.stopPropagation()
              setSending(true)
              return
            }
            // Tab leaves the field, and takes what is marked along
            if (e.key === 'Tab' && plain && !e.shiftKey && !e.altKey && typed?.trim() && !stale) {
              const marked = e.currentTarget.getAttribute('aria-activedescendant')
              const item = marked === null ? null : document.getElementById(marked)
              if (item) item.click()
              else if (certain) onFirst()
              return
            }
            if (e.key !== 'Enter' || !plain || !stale || moved.current) return
            e.preventDefault()
            setEarly(typed)
          }}
          onKeyDown={(e) => {
            // Arrow down opens the list with everything, as a select does.
            if (e.key === 'ArrowDown' && typed === null) onTyped('')
            else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') moved.current = true
            // closed without a word: the present value stands there again
            if (e.key === 'Escape' && typed === '') onTyped(null)
          }}
          onFocus={() => {
            if (given.text !== '' && given.at === p.value && typed === null) onTyped(given.text)
          }}
          onBlur={() => {
            // offers for Enter, or the only possible match, are still on their way
            if (typed?.trim() && stale) setEarly(typed)
            else if (early === null && !(certain && onFirst())) putBack()
            p.onLeave?.()
          }}
        />
      </Box>
      {given.text !== '' && given.at === p.value && (
        <span className="problem" role="status">
          {t('forms.notChosen', { typed: given.text })}
        </span>
      )}
      <ComboboxPopover portal sameWidth gutter={2} unmountOnHide render={<Options />}>
        {children}
      </ComboboxPopover>
    </ComboboxProvider>
  )
}
