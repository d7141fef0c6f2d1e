import '../base/words.ts'
import { type Field, isRows } from '../../../model/language/fields/field.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useDictionaries } from '../../data/dictionary.ts'
import { widthsOf } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { type FactGroup, factsOf, isUnset } from '../base/sections.ts'
import { FactValue } from './Fact.tsx'

const NONE: readonly string[] = []
/** Values whose columns are as wide as this have a line of their own: beside a list, and where there is little room, px. */
const WIDE = 200
const LONG = 130

const spanOf = (field: Field, group: FactGroup['code']): 'rows' | 'wide' | 'long' | undefined => {
  if (isRows(field)) return 'rows'
  const { width } = widthsOf(field)
  if (width >= WIDE) return 'wide'
  return group !== 'amounts' && width >= LONG ? 'long' : undefined
}

/**
 * The facts of a record: a dense list of names and values, grouped; a click on a value copies it. What has no value is
 * named in one line at the end.
 */
export function Facts({
  of,
  row,
  names,
  without = NONE,
}: {
  readonly of: Resource
  readonly row: WireRow
  readonly names?: readonly string[]
  /** Fields already shown above. */
  readonly without?: readonly (string | undefined)[]
}) {
  const { t, language } = useWords()
  useDictionaries(of.fields)
  const title = (name: string) => label(fieldOf(of, name)?.label ?? [name, name], language)
  // rows in a section of their own are called what that is called
  const alone = (field?: Field) => names?.length === 1 && field && isRows(field)
  const groups = factsOf(of, names).map((g) => ({ ...g, names: g.names.filter((name) => !without.includes(name)) }))
  const unset = groups.flatMap((g) => g.names).filter((name) => isUnset(of, name, row))
  return (
    <>
      {groups.map((group) => {
        const set = group.names.filter((name) => !unset.includes(name))
        if (set.length === 0) return null
        return (
          <dl key={group.code} className={`facts ${group.code}`}>
            {set.map((name) => {
              const field = fieldOf(of, name)
              return (
                <div key={name} data-span={field && spanOf(field, group.code)}>
                  <dt title={title(name)} className={alone(field) ? 'visually-hidden' : undefined}>
                    {title(name)}
                  </dt>
                  <dd data-field={name}>
                    <FactValue of={of} row={row} name={name} />
                  </dd>
                </div>
              )
            })}
          </dl>
        )
      })}
      {unset.length > 0 && <p className="unset">{t('recordPage.unset', { names: unset.map(title).join(' · ') })}</p>}
    </>
  )
}
