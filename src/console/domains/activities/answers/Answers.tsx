import { useQuery } from '@tanstack/react-query'
import { partChildren } from '../../../../model/language/derived/parts.ts'
import { type Field, isRef } from '../../../../model/language/fields/field.ts'
import {
  groupsOf,
  strangersOf,
  type TemplateQuestion,
  templateQuestionOf,
} from '../../../../model/values/questionnaire.ts'
import { useResource } from '../../../data/domains.ts'
import { catalogued, filesQuery, recordQuery } from '../../../data/records.ts'
import { useWords } from '../../../i18n/index.ts'
import type { PanelProps } from '../../../record/panels.ts'
import { Answer } from './Answer.tsx'
import { AnswerSheet } from './answers.styles.ts'

type Collected = Readonly<Record<string, unknown>>

const isCollected = (value: unknown): value is Collected =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers of a doctor by the template: by group, in its order, each answer as its type is read. */
export function Answers({ of, row }: PanelProps) {
  const { t } = useWords()
  const fields = Object.entries<Field>(of.fields)
  const data = fields.find(([, f]) => f.facts.answers)?.[0] ?? ''
  const [by, to] = fields.flatMap(([name, f]) =>
    name === 'templateId' && isRef(f) ? [[name, f.to] as const] : [],
  )[0] ?? ['', '']
  const id = String(row[by] ?? '')
  const visible = id !== '' && catalogued(to) !== undefined
  const template = useResource(visible ? to : '')
  const found = useQuery({ ...recordQuery(to, id), enabled: visible && template !== null, retry: false })
  const files = useQuery(filesQuery(of.id, row.id))
  const collected = row[data]
  if (collected === undefined || (visible && found.isPending)) return <p aria-busy="true">{'\u00a0'}</p>
  const [list] = template ? partChildren(template) : []
  const rows = list && found.data?.[list.part.as]
  const attributes: readonly TemplateQuestion[] = Array.isArray(rows) ? rows.map(templateQuestionOf) : []
  const answers = isCollected(collected) ? collected : {}
  const strangers = strangersOf(attributes, answers)
  const pictures = new Map((files.data?.[data] ?? []).map((f) => [f.id, f]))
  if (Object.keys(answers).length === 0 && attributes.length === 0) return <p className="empty">{t('answers.none')}</p>
  return (
    <AnswerSheet>
      {groupsOf(attributes).map((group) => (
        <section key={group.name}>
          {group.name && <h3>{group.name}</h3>}
          <dl>
            {group.members.map((a) => (
              <div key={a.attrCode} data-code={a.attrCode}>
                <dt>
                  {a.attrName}
                  {a.required && <span className="must">*</span>}
                </dt>
                <dd>
                  <Answer of={a} value={answers[a.attrCode]} pictures={pictures} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {strangers.length > 0 && (
        <section>
          <h3>{t(attributes.length > 0 ? 'answers.gone' : 'answers.other')}</h3>
          <dl>
            {strangers.map(([code, value]) => (
              <div key={code} data-code={code}>
                <dt>{code}</dt>
                <dd>
                  <Answer of={null} value={value} pictures={pictures} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </AnswerSheet>
  )
}
