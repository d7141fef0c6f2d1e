import '../base/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isInState } from '../../../model/language/lifecycle.ts'
import { folded } from '../../../model/values/folding.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { lookupOf } from '../../data/lookup.ts'
import { cellText, rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import type { PanelProps } from '../panels.ts'
import { type CompareLine, CompareTable } from '../parts/CompareTable.tsx'
import { Value } from '../parts/Value.tsx'

/**
 * Typed values beside the answer of an outside register. Queried once per record while the page is open: automatically
 * while the record waits for its check, else on request.
 */
export function Register({ of, row }: PanelProps) {
  const { t, language } = useWords()
  const [wanted, setWanted] = useState('')
  const lookup = lookupOf(of)
  const value = lookup ? String(row[lookup.by] ?? '') : ''
  const automatic = lookup?.automatic !== undefined && isInState(lookup.automatic, row)
  const found = useQuery({
    queryKey: [lookup?.call, value],
    queryFn: () => api.get<WireRow>(lookup?.read.paths[0] ?? '', { [lookup?.by ?? '']: value }),
    enabled: lookup !== null && value !== '' && (automatic || wanted === row.id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!lookup) return null
  const { by, names, others } = lookup
  const title = label(lookup.read.title, language)
  if (found.error) return <Trouble error={found.error} again={() => void found.refetch()} />
  if (!found.data)
    return automatic || wanted === row.id ? <Waiting /> : <Button onClick={() => setWanted(row.id)}>{title}</Button>
  const theirs = found.data
  const known = names.every((name) => row[name] !== undefined)
  const own = [by, ...names].flatMap((name): CompareLine[] => {
    const field = of.fields[name]
    if (!field) return []
    const right = rowText(of, name, theirs, language)
    return [
      {
        key: name,
        title: label(field.label, language),
        left: <Value of={of} name={name} row={row} />,
        right: <Value of={of} name={name} row={theirs} />,
        // an absent value of the register agrees with nothing
        differs: known && right !== '' ? folded(rowText(of, name, row, language)) !== folded(right) : undefined,
      },
    ]
  })
  const more = Object.entries(others).flatMap(([name, field]): CompareLine[] => {
    const right = name === 'warning' ? '' : cellText(field, theirs[name], language)
    return right === '' ? [] : [{ key: name, title: label(field.label, language), left: '', right, differs: undefined }]
  })
  return (
    <>
      {theirs.warning && (
        <p className="failed" role="alert">
          {String(theirs.warning)}
        </p>
      )}
      <CompareTable
        heads={[t('recordPage.typedHere'), t('recordPage.inRegister')]}
        lines={[...own, ...more]}
        known={known}
      />
    </>
  )
}
