import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { AFTER_COMPOSITION } from '../../../../commands/keys/resolve.ts'
import type { Fields } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { type DeclaredDecision, resourceNow } from '../../data/domains.ts'
import { cellText } from '../../fields/cell.ts'
import { problemIn, problemsIn, type Typed, typedOf, valuesOf, wireOf } from '../../forms/base/values.ts'
import type { InlineAnswer } from '../../forms/dialogs/ask.ts'
import type { DecisionQuestion } from '../../forms/dialogs/decisionQuestion.ts'
import { draftOf, dropDraft, keepDraft } from '../../forms/drafts.ts'
import { inputOf } from '../../forms/inputs/inputs.tsx'
import { fitting, repliesQuery } from '../../forms/replies.ts'
import { openPalette } from '../../host/host.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { labelled } from '../../i18n/labelled.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { Look } from '../palette.styles.ts'
import '../words.ts'
import { rememberChoice } from './lately.ts'
import { isConfirmedByForm, nextMissing } from './plan.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

export interface ArgumentsQuestion {
  readonly what: DecisionQuestion
  readonly decision: DeclaredDecision
  readonly fields: Fields
  /** In the order in which they are asked for. */
  readonly names: readonly string[]
}

/** Row that runs the command. */
const RUN = 'run'
/** Value of no row. */
const NONE = 'none'

/** Answers as they are typed into the form, and as they are shown. */
interface Given {
  readonly typed: Typed
  readonly shown: Typed
}

/**
 * The arguments of a command in the palette's own line: the first missing one first, what was given as chips, and at the end what
 * will be done. Checked as the form checks it; what was given and left is kept for the form, too.
 */
export function Arguments(p: { readonly question: ArgumentsQuestion; answer(given: InlineAnswer): void }) {
  const { t, language } = useWords()
  const { what, decision, fields, names } = p.question
  const about = what.about === undefined ? null : `${what.resource} ${what.decision} ${what.about}`
  const begun = what.inline ?? ''
  // words behind the name are the first answer, where that is one in own words; letters may be the pinyin of a quick reply
  const [taken] = useState(() => {
    const first = fields[names[0] ?? '']
    const answers =
      first && inputOf(first).prose && begun !== '' && !/^[a-z ]+$/i.test(begun) && !problemIn(first, begun)
    return answers ? (names[0] ?? null) : null
  })
  const [given, setGiven] = useState<Given>(() => {
    const before = Object.entries(what.given ?? {}).flatMap(([name, value]) =>
      fields[name] ? [[name, typedOf(fields[name], value)]] : [],
    )
    const typed = { ...Object.fromEntries(before), ...(about === null ? {} : draftOf(about)) }
    return { typed: taken === null ? typed : { ...typed, [taken]: begun }, shown: {} }
  })
  // text typed behind the name replaces the answer of a draft
  const [at, setAt] = useState(() => {
    if (taken !== null) return nextMissing(names, given.typed, 0)
    return begun ? 0 : nextMissing(names, given.typed)
  })
  const [text, setText] = useState(taken === null ? begun : '')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const composed = useRef(Number.NEGATIVE_INFINITY)
  const title = what.title ?? label(decision.label, language)
  const name = names[at]
  const field = name === undefined ? undefined : fields[name]
  const argument = `${what.resource}.${what.decision}.${name ?? ''}`
  const reason = names.find((n) => fields[n] && inputOf(fields[n]).prose)
  const module = (reason && resourceNow(what.resource)?.replies) || ''
  const { data: known } = useQuery(repliesQuery(module))
  const replies = useMemo(
    () => (name === reason ? fitting(known ?? [], decision.result) : []),
    [name, reason, known, decision.result],
  )
  const suggestions = useSuggestions(field, argument, text, replies)
  const { rows } = suggestions
  const textOf = (of: string): string => {
    const f = fields[of]
    const typed = given.typed[of] ?? ''
    return given.shown[of] ?? (f && typed ? cellText(f, wireOf(f, typed), language) : typed)
  }
  const labelOf = (of: string): string => (fields[of] ? label(fields[of].label, language) : of)

  /** Nothing was typed of an answer in own words: Enter takes none that only stands first. */
  const isEmpty = field !== undefined && !suggestions.closed && text.trim() === ''
  /** The person went to a row. */
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another argument or text begins at the first row
  useEffect(() => {
    moved.current = false
    setValue(field ? (isEmpty ? NONE : '0') : RUN)
  }, [at, text, field])
  useEffect(() => input.current?.focus(), [])

  const goTo = (n: number, next = given) => {
    setProblem('')
    const of = names[n]
    const f = of === undefined ? undefined : fields[of]
    // a choice is found again by its words; a text is typed again
    setText(of !== undefined && f ? (next.shown[of] ?? next.typed[of] ?? '') : '')
    setAt(n)
    input.current?.focus()
  }
  /** Goes to the first argument that is wrong; true where none is. */
  const isRight = (next: Given): boolean => {
    const wrong = problemsIn(fields, next.typed, names)[0]
    if (!wrong) return true
    goTo(names.indexOf(wrong.field), next)
    setProblem(labelled(labelOf(wrong.field), label(wrong.message, language)))
    return false
  }
  const finish = (confirmed: boolean, next = given) => {
    if (!isRight(next)) return
    if (confirmed && about !== null) dropDraft(about)
    p.answer({ answer: valuesOf(fields, next.typed, names), confirmed })
  }
  const accept = (row: Suggestion | undefined) => {
    if (name === undefined || !field) return
    const typed = row?.typed ?? (suggestions.closed ? '' : text)
    if (row === undefined && suggestions.closed && text.trim() !== '') {
      setProblem(labelled(labelOf(name), t('palette.notOffered')))
      return
    }
    const wrong = problemIn(field, typed)
    if (wrong) {
      setProblem(labelled(labelOf(name), label(wrong, language)))
      return
    }
    if (row?.choice) rememberChoice(argument, row.choice)
    const { [name]: _was, ...others } = given.shown
    const next: Given = {
      typed: { ...given.typed, [name]: typed },
      shown: row?.choice ? { ...others, [name]: row.title } : others,
    }
    setGiven(next)
    if (about !== null) keepDraft(about, fields, next.typed)
    const missing = nextMissing(names, next.typed, at)
    if (missing === names.length && isConfirmedByForm(what, decision)) finish(false, next)
    else goTo(missing, next)
  }
  const leave = () => {
    if (about !== null) keepDraft(about, fields, given.typed)
    p.answer(null)
  }
  const back = () => {
    if (at > 0) return goTo(at - 1)
    leave()
    openPalette()
  }
  const run = () => {
    if (!field) finish(!isConfirmedByForm(what, decision))
    else if (isEmpty && !moved.current) accept(undefined)
    else accept(rows[Number(value)] ?? (suggestions.closed ? undefined : rows[0]))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const word =
      event.nativeEvent.isComposing || event.keyCode === 229 || event.timeStamp - composed.current < AFTER_COMPOSITION
    if (word) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true
    const digit = event.altKey && !event.ctrlKey && !event.metaKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
    if (digit) {
      event.preventDefault()
      if (!event.repeat && rows[Number(digit) - 1]) accept(rows[Number(digit) - 1])
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // a key that is held down chose the command, and answers nothing
      if (!event.repeat && !(suggestions.busy && rows.length === 0)) run()
    } else if (event.key === 'Backspace' && text === '' && !event.repeat) {
      event.preventDefault()
      back()
    } else if (event.key === 'Tab') {
      event.preventDefault()
      if (event.shiftKey) back()
      else run()
    }
  }
  const chips = names.filter((n, i) => i !== at && (given.typed[n] ?? '') !== '')
  const optional = field !== undefined && !field.facts.required
  const subjects = what.names.join(language === 'zh' ? '、' : ', ')
  const list = field
    ? rows.map((row, n) => ({ id: String(n), title: row.title, also: row.also, key: n < 9 ? `alt+${n + 1}` : '', row }))
    : [
        {
          ...{ id: RUN, title: `${title} ${subjects}`, key: '', row: undefined },
          also: names
            .filter((n) => textOf(n))
            .map((n) => labelled(labelOf(n), textOf(n)))
            .join(' · '),
        },
      ]
  return (
    <Dialog title={title} onClose={leave} wide outside bare>
      <Look data-arguments="">
        <Command
          label={title}
          shouldFilter={false}
          vimBindings={false}
          disablePointerSelection
          value={value}
          onValueChange={setValue}
          onKeyDown={onKeyDown}
        >
          <div className="line">
            <button type="button" className="back" tabIndex={-1} aria-label={t('palette.toResults')} onClick={back}>
              <Icon name="arrow-left" />
            </button>
            <span className="crumb">{name === undefined ? title : `${title} · ${labelOf(name)}`}</span>
            <Command.Input
              ref={input}
              value={text}
              onValueChange={(next) => {
                setProblem('')
                setText(next)
              }}
              readOnly={!field}
              placeholder={
                field ? t(optional ? 'palette.argumentOptional' : 'palette.argument') : t('palette.enterRuns')
              }
              aria-label={name === undefined ? title : labelOf(name)}
              aria-invalid={problem !== '' || undefined}
              data-autofocus="true"
              onCompositionEnd={(event) => {
                composed.current = event.timeStamp
              }}
            />
            <button type="button" className="leave" tabIndex={-1} onClick={leave}>
              <Key>Esc</Key>
              <span className="touch">{t('shell.close')}</span>
            </button>
          </div>
          {chips.length > 0 || what.count > 1 ? (
            <div className="chips">
              {what.count > 1 ? <span>{t('palette.ofRows', { count: what.count })}</span> : null}
              {chips.map((n) => (
                <button key={n} type="button" tabIndex={-1} data-given={n} onClick={() => goTo(names.indexOf(n))}>
                  {labelled(labelOf(n), textOf(n))}
                </button>
              ))}
            </div>
          ) : null}
          <Command.List label={name === undefined ? title : labelOf(name)} data-none={list.length === 0 || undefined}>
            {list.map(({ id, title: words, also, key, row }) => (
              <Command.Item
                key={id}
                value={id}
                onSelect={() => (row ? accept(row) : run())}
                onMouseMove={(event) => {
                  if (event.movementX === 0 && event.movementY === 0) return
                  moved.current = true
                  setValue(id)
                }}
              >
                <Icon name={row ? 'chevron-right' : 'check'} />
                <span className="title">{words}</span>
                {also ? <span className="also">{also}</span> : null}
                <span className="note" />
                {key ? <Key>{formatKeys(key, platform)}</Key> : null}
              </Command.Item>
            ))}
          </Command.List>
          <div className="foot">
            <span role={problem ? 'alert' : 'status'} data-problem={problem ? '' : undefined}>
              {problem || (suggestions.busy ? t('palette.searching') : optional ? t('palette.mayBeEmpty') : '')}
            </span>
            <button type="button" tabIndex={-1} onMouseDown={(e) => e.preventDefault()} onClick={run}>
              {t(field ? 'palette.doNext' : 'palette.doRun')} <Key>{formatKeys('enter', platform)}</Key>
            </button>
          </div>
        </Command>
      </Look>
    </Dialog>
  )
}
