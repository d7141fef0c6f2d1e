import type { Label } from '../../values/label.ts'
import { isByPeople, type Transition } from '../lifecycle.ts'
import { isEmpty } from './validate.ts'

type Values = Readonly<Record<string, unknown>>

/** Does a demand apply to these values? What is not among them is not known, and counts as it is. */
const applies = (where: Readonly<Record<string, string | number>>, values: Values): boolean =>
  Object.entries(where).every(([name, value]) => isEmpty(values[name]) || String(values[name]) === String(value))

/** Fields without which a record may not take a transition, of those that the transition demands. Pure. */
export const lackingFor = (t: Pick<Transition, 'demands'>, row: Values): string[] =>
  Object.entries(t.demands ?? {}).flatMap(([name, where]) =>
    where && applies(where, row) && isEmpty(row[name]) ? [name] : [],
  )

/** Labels of later decisions that require a field: said in the forms that ask for it. Pure. */
export const demandsOf = (
  transitions: Readonly<Record<string, Transition>>,
  name: string,
  values: Values,
): readonly Label[] =>
  Object.values(transitions).flatMap((t) => {
    const where = (t.demands as Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined)?.[name]
    return where && isByPeople(t) && applies(where, values) ? [t.label] : []
  })
