import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { foreign } from '../../model/language/derived/oneCompany.ts'
import { type Field, isRef, isRefs } from '../../model/language/fields/field.ts'
import type { Label } from '../../model/values/label.ts'
import { keyOf } from '../data/queries.ts'
import { catalogued, list } from '../data/records.ts'
import { CompanyOfForm, useOfCompany } from './base/input.ts'

/**
 * Problem of a chosen record after the form's company changed: shown at its field, the value stays. Null while it fits
 * or is unknown.
 */
export function useForeign(name: string, field: Field, value: string): Label | null {
  const company = useContext(CompanyOfForm)
  const within = useOfCompany(name)
  const id = Object.values(within)[0] ?? ''
  const several = isRefs(field)
  const to = isRef(field) || several ? field.to : ''
  // a choice is made among the records of the company of that moment; of several, only the last counts
  const [fits, setFits] = useState({ value, id })
  if (value !== fits.value) setFits({ value, id: several ? fits.id : id })
  const { data } = useQuery({
    queryKey: keyOf(to, 'ofCompany', id, value),
    enabled: value !== '' && id !== '' && id !== fits.id && catalogued(to) !== undefined,
    queryFn: ({ signal }) => list(to, { current: 1, size: 100, ids: value, ...within }, signal),
  })
  const answered = id !== fits.id && data !== undefined
  return answered && company && data.records.length < value.split(',').length ? foreign(company.of, field) : null
}
