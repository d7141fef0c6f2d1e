import type { Child } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { addTitle } from '../../data/addTitle.ts'
import { useResource } from '../../data/domains.ts'
import { catalogued } from '../../data/records.ts'
import { stateText } from '../../fields/stateText.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { addRowTo, isFixed, takesRows } from './addRow.ts'

/**
 * Button that adds a row to a record. Only for people with the permission; disabled with a reason in a state that takes
 * no rows.
 */
export function AddRow({
  parent,
  row,
  child,
}: {
  readonly parent: string
  readonly row: WireRow
  readonly child: Child
}) {
  const { t, language } = useWords()
  const above = useResource(parent)
  const known = catalogued(child.resource)
  if (!above || !known || !takesRows(child)) return null
  if (isFixed(above, row, child))
    return <p className="unset">{t('record.notInState', { state: stateText(above, row, language) })}</p>
  return (
    <Button className="more" onClick={() => void addRowTo(above, row, child)}>
      {addTitle(known, t)}
    </Button>
  )
}
