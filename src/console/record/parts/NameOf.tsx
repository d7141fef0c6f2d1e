import { useNameOf } from '../../data/names.ts'

export interface NameOfProps {
  readonly to: string
  readonly id: string
  /** Text where there is no such record, or this person may not see it. */
  readonly none?: string
}

/** The name of the record that a reference points to: its id says nothing to anybody. */
export function NameOf({ to, id, none = '—' }: NameOfProps) {
  const name = useNameOf(to, id)
  if (name === null) return <span className="fact-none">{none}</span>
  return <span aria-busy={name === '' || undefined}>{name || '\u00a0'}</span>
}
