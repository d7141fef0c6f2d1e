import { useQuery } from '@tanstack/react-query'
import { type Field, isRef } from '../../model/language/fields/field.ts'
import type { Resource } from '../../model/language/resource.ts'
import { useResource } from '../data/domains.ts'
import { catalogued, recordQuery } from '../data/records.ts'
import type { FormTemplate } from './base/input.ts'

const TEMPLATE = 'templateId'

/**
 * The template that answers of a record are given by: the one that it names, else that of the activity that `at` says by the name
 * of its field. Null where records of the resource are filled in by none.
 */
export function useTemplate(of: Resource | null, at: (name: string) => string): FormTemplate | null {
  const fields = Object.entries<Field>(of?.fields ?? {})
  const answers = fields.some(([, f]) => f.facts.answers)
  // the form of a new record has what its creation asks alone
  const own = useResource(answers ? (of?.id ?? '') : '')?.fields[TEMPLATE] as Field | undefined
  // the activity is what a report names first of all
  const [plan, planField] = (answers && fields.find(([, f]) => isRef(f) && f.facts.readOnly === 'edit')) || [
    '',
    undefined,
  ]
  const to = planField && isRef(planField) ? planField.to : ''
  const named = own && answers ? at(TEMPLATE) : ''
  const planId = plan === '' ? '' : at(plan)
  const planResource = useResource(named === '' && planId !== '' && catalogued(to) ? to : '')
  const found = useQuery({ ...recordQuery(to, planId), enabled: planResource !== null && planId !== '', retry: false })
  if (!answers) return null
  const resource = own && isRef(own) ? own.to : ''
  const waits = named === '' && planId !== '' && !found.isError && found.data === undefined
  return { resource, id: named || String(found.data?.[TEMPLATE] ?? ''), chosen: named !== '' || planId !== '', waits }
}
