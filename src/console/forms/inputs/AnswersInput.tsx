import { useQuery } from '@tanstack/react-query'
import { useContext, useId } from 'react'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { date, type Field, image, integer, longText, text } from '../../../model/language/fields/field.ts'
import type { Label } from '../../../model/values/label.ts'
import {
  groupsOf,
  QUESTION_TYPES,
  type TemplateQuestion,
  templateQuestionOf,
} from '../../../model/values/questionnaire.ts'
import { useResource } from '../../data/domains.ts'
import { catalogued, recordQuery } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { type InputProps, TemplateOfForm } from '../base/input.ts'
import { AnswersBox } from './answers.styles.ts'
import { DateInput } from './DateInput.tsx'
import { FileInput } from './FileInput.tsx'
import { LineInput } from './LineInput.tsx'
import { LongInput } from './LongInput.tsx'
import '../base/words.ts'

type Answers = Readonly<Record<string, unknown>>

const answersIn = (typed: string): Answers => {
  try {
    const found: unknown = JSON.parse(typed || '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Answers) : {}
  } catch {
    return {}
  }
}

/** Input of a question, as a field of its own. */
function fieldOf({ attrName, attrType, maxLength, required }: TemplateQuestion): Field {
  const name: Label = [attrName, attrName]
  const must = required ? { required: `请填写${attrName}`, requiredEn: `Please answer: ${attrName}` } : {}
  switch (attrType) {
    case QUESTION_TYPES.text:
      return longText(...name, { length: maxLength ?? 2000, ...must })
    case QUESTION_TYPES.date:
      return date(...name, must)
    case QUESTION_TYPES.number:
      return integer(...name, must)
    case QUESTION_TYPES.picture:
      return image(...name, { max: 9, ...must })
    default:
      return text(...name, { length: maxLength ?? 200, ...must })
  }
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Question with its input. */
interface QuestionProps {
  readonly of: TemplateQuestion
  readonly id: string
  readonly value: unknown
  readonly locked: string
  change(value: unknown): void
}

/** A question under its name; one with options is a group. */
function Row(p: QuestionProps) {
  const { of } = p
  const name = (
    <>
      {of.attrName}
      {of.required && <span className="must">*</span>}
    </>
  )
  return of.options.length > 0 ? (
    <fieldset className="question" data-code={of.attrCode}>
      <legend>{name}</legend>
      <Question {...p} />
    </fieldset>
  ) : (
    <div className="question" data-code={of.attrCode}>
      <label htmlFor={p.id}>{name}</label>
      <Question {...p} />
    </div>
  )
}

/** Input of a question. */
function Question(p: QuestionProps) {
  const { of, value, id } = p
  const field = fieldOf(of)
  const props: InputProps = {
    id,
    name: of.attrCode,
    field,
    value: Array.isArray(value) ? value.join() : textOf(value),
    onChange: p.change,
    invalid: false,
    locked: p.locked,
  }
  switch (of.attrType) {
    case QUESTION_TYPES.one:
    case QUESTION_TYPES.scale:
    case QUESTION_TYPES.several: {
      const several = of.attrType === QUESTION_TYPES.several
      const chosen = several ? listOf(value) : [textOf(value)]
      const next = (option: string): unknown =>
        several ? (chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]) : option
      return (
        <span className="options" data-scale={of.attrType === QUESTION_TYPES.scale ? '' : undefined}>
          {of.options.map((option) => (
            <label key={option}>
              <input
                type={several ? 'checkbox' : 'radio'}
                name={id}
                checked={chosen.includes(option)}
                disabled={p.locked !== ''}
                onChange={() => p.change(next(option))}
              />
              {option}
            </label>
          ))}
        </span>
      )
    }
    case QUESTION_TYPES.text:
      return <LongInput {...props} />
    case QUESTION_TYPES.date:
      return <DateInput {...props} />
    case QUESTION_TYPES.number:
      return <LineInput {...props} number="decimal" />
    case QUESTION_TYPES.picture:
      return <FileInput {...props} />
    default:
      return <LineInput {...props} />
  }
}

/** Form of a doctor's deliverable by the template of the activity: each question as its type is answered. */
export function AnswersInput(p: InputProps) {
  const { t } = useWords()
  const own = useId()
  const of = useContext(TemplateOfForm)
  const to = of?.resource ?? ''
  const known = of !== null && of.id !== '' && catalogued(to) !== undefined
  const template = useResource(known ? to : '')
  const found = useQuery({ ...recordQuery(to, of?.id ?? ''), enabled: known && template !== null, retry: false })
  if (of !== null && !of.chosen) return <p className="hint">{t('forms.answersFirst')}</p>
  if (of?.waits) return <p aria-busy="true">{'\u00a0'}</p>
  if (!known) return <p className="hint">{t('forms.answersNone')}</p>
  const [list] = template ? partChildren(template) : []
  const rows = list && found.data?.[list.part.as]
  if (!Array.isArray(rows)) return <p aria-busy="true">{'\u00a0'}</p>
  const answers = answersIn(p.value)
  const change = (code: string, value: unknown) => {
    const { [code]: _, ...others } = answers
    const empty = value === '' || (Array.isArray(value) && value.length === 0)
    p.onChange(JSON.stringify(empty ? others : { ...answers, [code]: value }))
  }
  return (
    <AnswersBox id={p.id} data-invalid={p.invalid || undefined}>
      {groupsOf(rows.map(templateQuestionOf)).map((group) => (
        <section key={group.name}>
          {group.name && <h3>{group.name}</h3>}
          {group.members.map((one) => (
            <Row
              key={one.attrCode}
              of={one}
              id={`${own}-${one.attrCode}`}
              value={answers[one.attrCode]}
              locked={p.locked}
              change={(value) => change(one.attrCode, value)}
            />
          ))}
        </section>
      ))}
    </AnswersBox>
  )
}
