import { useEffect, useRef } from 'react'
import { groupsOf, QUESTION_TYPES, type TemplateQuestion } from '../../../model/values/questionnaire.ts'
import { useWords } from '../../i18n/index.ts'
import { Sheet } from './preview.styles.ts'
import './words.ts'

/** Preview of an attribute's input. */
function Control({ of }: { readonly of: TemplateQuestion }) {
  const { t } = useWords()
  const most = of.maxLength ? t('template.atMost', { n: of.maxLength }) : ''
  switch (of.attrType) {
    case QUESTION_TYPES.one:
    case QUESTION_TYPES.several:
      return (
        <ul className="choices" data-several={of.attrType === QUESTION_TYPES.several ? '' : undefined}>
          {of.options.map((o, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no other name than their place
            <li key={i}>
              <i aria-hidden="true" />
              {o || t('template.option', { n: i + 1 })}
            </li>
          ))}
        </ul>
      )
    case QUESTION_TYPES.scale:
      return (
        <ol className="scale">
          {of.options.map((o, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={i}>{o || i + 1}</li>
          ))}
        </ol>
      )
    case QUESTION_TYPES.picture:
      return (
        <span className="picture">
          <b aria-hidden="true">＋</b>
          {t('template.picture')}
        </span>
      )
    case QUESTION_TYPES.date:
      return <span className="line">{t('template.pickDate')}</span>
    case QUESTION_TYPES.number:
      return <span className="line">{t('template.number')}</span>
    default:
      return (
        <span className="line" data-tall={of.attrType === QUESTION_TYPES.text ? '' : undefined}>
          {t('template.write')}
          {most && <small>{most}</small>}
        </span>
      )
  }
}

/** The form that doctors fill in, as it will be: by group, in order. `now`: the place of the attribute being edited. */
export function Preview({
  questions,
  now = -1,
}: {
  readonly questions: readonly TemplateQuestion[]
  readonly now?: number
}) {
  const { t } = useWords()
  const sheet = useRef<HTMLElement>(null)
  const front = useRef<HTMLLIElement>(null)
  // by itself: the page stays where the attribute is typed
  useEffect(() => {
    const [box, one] = [sheet.current, front.current]
    if (now < 0 || !box || !one) return
    const [outer, inner] = [box.getBoundingClientRect(), one.getBoundingClientRect()]
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - 40
  }, [now])
  const placed = questions.map((a, at) => ({ ...a, at }))
  return (
    <Sheet ref={sheet} aria-label={t('template.preview')}>
      <p className="of">{t('template.previewOf')}</p>
      {questions.length === 0 && <p className="empty">{t('template.nothing')}</p>}
      {groupsOf(placed).map((group) => (
        <section key={group.name}>
          {group.name && <h3>{group.name}</h3>}
          <ol>
            {group.members.map((a) => (
              <li key={a.at} ref={a.at === now ? front : undefined} data-now={a.at === now ? '' : undefined}>
                <strong>
                  {a.attrName || t('template.unnamed')}
                  {a.required && <span className="must">*</span>}
                </strong>
                <Control of={a} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Sheet>
  )
}
