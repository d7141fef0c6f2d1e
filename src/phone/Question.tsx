import { useId } from 'react'
import { isUnanswered, QUESTION_TYPES, type TemplateQuestion } from '../model/values/questionnaire.ts'
import type { Kept } from './draft.ts'
import { Photos } from './Photos.tsx'
import { Text } from './Text.tsx'
import { useWords, type Words } from './words.ts'

interface QuestionProps {
  readonly question: TemplateQuestion
  readonly value: unknown
  readonly wrong: string | undefined
  /** Known pictures by id. */
  readonly names: ReadonlyMap<string, string>
  change(value: unknown): void
  learn(file: Kept): void
  waiting(n: number): void
}

/** Pictures of one question, most. */
const PICTURES = 9

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
/** Ids of pictures, which the console joins by commas. */
export const idsIn = (value: unknown): readonly string[] =>
  text(value)
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

/** Problem of an answer; empty where there is none. */
export function answerProblem(question: TemplateQuestion, value: unknown, t: Words['t']): string {
  if (isUnanswered(value)) return question.required ? t('mustAnswer') : ''
  if (question.attrType === QUESTION_TYPES.number && !/^-?\d+(\.\d+)?$/.test(text(value).trim())) return t('notNumber')
  const written = question.attrType === QUESTION_TYPES.line || question.attrType === QUESTION_TYPES.text
  return written && question.maxLength && [...text(value)].length > question.maxLength
    ? t('tooLong', { most: question.maxLength })
    : ''
}

/** Question of a template, answered by its type. */
export function Question({ question, value, wrong, names, change, learn, waiting }: QuestionProps) {
  const { t } = useWords()
  const id = useId()
  const { attrName, attrType, options, required } = question
  const label = (
    <>
      {attrName}
      {required && <span className="must"> {t('must')}</span>}
    </>
  )
  const note = wrong && (
    <p className="wrong" id={`${id}w`}>
      {wrong}
    </p>
  )
  if (attrType === QUESTION_TYPES.picture) {
    const ids = idsIn(value)
    return (
      <Photos
        label={attrName}
        must={required}
        wrong={wrong}
        pictures
        most={PICTURES}
        files={ids.map((one) => ({ id: one, name: names.get(one) ?? 'photo.jpg' }))}
        change={(files) => {
          for (const file of files) learn(file)
          change(files.map((file) => file.id).join(','))
        }}
        waiting={waiting}
      />
    )
  }
  if (attrType === QUESTION_TYPES.one || attrType === QUESTION_TYPES.several || attrType === QUESTION_TYPES.scale) {
    const several = attrType === QUESTION_TYPES.several
    const chosen = several ? list(value) : [text(value)]
    const toggle = (option: string) =>
      change(
        several
          ? chosen.includes(option)
            ? chosen.filter((one) => one !== option)
            : options.filter((one) => one === option || chosen.includes(one))
          : option,
      )
    return (
      <fieldset
        className="field choices"
        data-row={attrType === QUESTION_TYPES.scale ? '' : undefined}
        aria-describedby={wrong ? `${id}w` : undefined}
      >
        <legend>{label}</legend>
        {options.map((option) => (
          <label key={option} className="check">
            <input
              type={several ? 'checkbox' : 'radio'}
              name={id}
              checked={chosen.includes(option)}
              onChange={() => toggle(option)}
            />
            <span>{option}</span>
          </label>
        ))}
        {note}
      </fieldset>
    )
  }
  if (attrType === QUESTION_TYPES.text)
    return (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          rows={4}
          value={text(value)}
          maxLength={question.maxLength ?? 2000}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}w` : undefined}
          onChange={(e) => change(e.target.value)}
        />
        {note}
      </div>
    )
  return (
    <Text
      label={attrName}
      must={required}
      value={text(value)}
      wrong={wrong}
      change={change}
      type={attrType === QUESTION_TYPES.date ? 'date' : 'text'}
      inputMode={attrType === QUESTION_TYPES.number ? 'decimal' : undefined}
      maxLength={attrType === QUESTION_TYPES.date ? undefined : (question.maxLength ?? 200)}
    />
  )
}
