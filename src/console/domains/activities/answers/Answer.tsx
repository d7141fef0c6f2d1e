import { isPicture } from '../../../../model/language/fields/fileTypes.ts'
import { type AttachmentLink, isFileLink } from '../../../../model/values/files.ts'
import { joined } from '../../../../model/values/label.ts'
import { isUnanswered, QUESTION_TYPES, type TemplateQuestion } from '../../../../model/values/questionnaire.ts'
import { useWords } from '../../../i18n/index.ts'
import { openFile } from '../../../record/base/evidenceState.ts'

interface Props {
  /** Question of the answer; null where the template no longer has it. */
  readonly of: TemplateQuestion | null
  readonly value: unknown
  /** Links to the files of the answers, by id. */
  readonly pictures: ReadonlyMap<string, AttachmentLink>
}

/** The values of an answer as texts: of several, each by itself. */
const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => (typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? '')))
    .filter((text) => text !== '')

/** Answer in the form of its type: chosen options, a place on a scale, pictures, a text. */
export function Answer({ of, value, pictures }: Props) {
  const { t, language } = useWords()
  if (isUnanswered(value))
    return (
      <span className="none" data-must={of?.required ? '' : undefined}>
        {t(of?.required ? 'answers.must' : 'answers.unanswered')}
      </span>
    )
  const texts = textsOf(value)
  // ids of pictures may be joined by commas, as those of a file field are
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  if (of?.attrType === QUESTION_TYPES.picture || (of === null && ids.every((id) => pictures.has(id))))
    return (
      <ul className="pictures">
        {ids.map((id) => {
          const file = pictures.get(id)
          if (!file || !isFileLink(file.link)) return <li key={id}>{t('answers.lost')}</li>
          return (
            <li key={id}>
              <a
                href={file.link}
                target="_blank"
                rel="noreferrer"
                aria-label={t('recordPage.showPicture', { name: file.name })}
                onClick={(e) => openFile(file.id, e) && e.preventDefault()}
              >
                {isPicture(file.extension) ? <img src={file.link} alt="" loading="lazy" /> : file.name}
              </a>
            </li>
          )
        })}
      </ul>
    )
  if (of?.attrType === QUESTION_TYPES.scale && of.options.includes(texts[0] ?? ''))
    return (
      <ol className="scale" aria-label={`${texts[0]} / ${of.options.join(' ')}`}>
        {of.options.map((option) => (
          <li key={option} data-chosen={option === texts[0] ? '' : undefined} aria-hidden={option !== texts[0]}>
            {option}
          </li>
        ))}
      </ol>
    )
  if (
    of?.attrType === QUESTION_TYPES.one ||
    of?.attrType === QUESTION_TYPES.several ||
    of?.attrType === QUESTION_TYPES.scale
  )
    return (
      <ul className="chosen">
        {texts.map((text) => {
          const known = of.options.includes(text)
          return (
            <li key={text} data-unknown={known ? undefined : ''} title={known ? undefined : t('answers.noOption')}>
              {text}
            </li>
          )
        })}
      </ul>
    )
  return <span className="text">{joined(texts, language)}</span>
}
