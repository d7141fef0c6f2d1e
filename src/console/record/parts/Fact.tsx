import '../base/words.ts'
import { type Field, type Fields, namedBy } from '../../../model/language/fields/field.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useDictionaries, useDictWords } from '../../data/dictionary.ts'
import { useResource } from '../../data/domains.ts'
import { catalogued, pageOf } from '../../data/records.ts'
import { badgeOf, changeLines, copied, type Part, partsOf, rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Link } from '../../ui/Link.tsx'
import { copyText } from '../../ui/messages/clipboard.ts'
import { blockOf } from '../blocks/blocks.tsx'
import { ChangeList } from './ChangeList.tsx'
import { NameOf } from './NameOf.tsx'
import { shownValue } from './Value.tsx'

/** The page of the record that a fact names: of the ref whose name this field keeps, or of the ref itself. */
function linkOf(of: Resource, name: string, row: WireRow): string | null {
  const { concerns } = of
  if (concerns && (concerns.name ?? concerns.resource) === name)
    return pageOf(String(row[concerns.resource as string]), { id: String(row[concerns.id as string] ?? '') })
  for (const [key, f] of Object.entries(of.fields)) {
    const to = namedBy(f, row)
    if (to === undefined || (key !== name && f.facts.shows !== name)) continue
    const id = String(row[key] ?? '')
    return id ? pageOf(to, { id }) : null
  }
  return null
}

/** Changes field by field: old value → new value. */
function Changes({ field, row, name }: { readonly field: Field; readonly row: WireRow; readonly name: string }) {
  const { language } = useWords()
  const words = useDictWords()
  const target = String(row[field.facts.changesOf ?? ''] ?? '')
  // its words come with the chunk of its subject
  const of = useResource(catalogued(target) ? target : '')
  useDictionaries(of?.fields ?? NONE)
  return <ChangeList lines={changeLines(field, row, row[name], language, words)} />
}

/** The values of a text that holds several: each with what it is called. */
function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <ul className="parts">
      {parts.map((p) => (
        <li key={p.name}>
          <span>{p.title}</span>
          {p.text}
        </li>
      ))}
    </ul>
  )
}

const NONE: Fields = {}

/** A value among the facts of a record: a click copies it, a reference opens its record. */
export function FactValue({ of, row, name }: { readonly of: Resource; readonly row: WireRow; readonly name: string }) {
  const { t, language } = useWords()
  const words = useDictWords()
  const field = fieldOf(of, name)
  // the words of a step come with the domain of its resource
  const target = field?.facts.stepOf ? String(row[field.facts.stepOf] ?? '') : ''
  useResource(catalogued(target) ? target : '')
  if (!field) return null
  const parts = partsOf(field, row[name], language, words)
  const text = rowText(of, name, row, language, words)
  const to = namedBy(field, row)
  const page = text === '' ? null : linkOf(of, name, row)
  const Block = text === '' ? undefined : blockOf(field)
  return (
    <>
      {row[name] === undefined ? (
        // The row of a list does not have it; the record is being fetched.
        <span className="fact-none" aria-busy="true">
          {'\u00a0'}
        </span>
      ) : Block ? (
        <Block of={of} row={row} name={name} field={field} />
      ) : field.facts.changesOf && text !== '' ? (
        <Changes field={field} row={row} name={name} />
      ) : parts.length > 0 ? (
        <Parts parts={parts} />
      ) : text === '' ? (
        <span className="fact-none">—</span>
      ) : to !== undefined && !field.facts.shows ? (
        <NameOf to={to} id={String(row[name])} none={catalogued(to) ? '—' : t('table.noPermission')} />
      ) : badgeOf(field, row[name]) ? (
        shownValue(of, name, row, language, words)
      ) : (
        // The mouse's way to a value: not a stop for Tab, and it leaves the focus where it is.
        <button
          type="button"
          tabIndex={-1}
          className="fact-copy"
          title={t('recordPage.copy')}
          onMouseDown={(e) => e.preventDefault()}
          onClick={() => void copyText(copied(field, row[name], text), () => t('record.copied'))}
        >
          {text}
          {field.facts.unit && !field.facts.seconds ? ` ${field.facts.unit}` : ''}
        </button>
      )}
      {page && (
        <Link
          to={page}
          aria-label={`${t('recordPage.goTo')} ${to === undefined ? text : label(field.label, language)}`}
          title={t('recordPage.goTo')}
        >
          ↗
        </Link>
      )}
    </>
  )
}
