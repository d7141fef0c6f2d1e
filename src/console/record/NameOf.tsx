import { useNameOf } from '../data/names.ts'

/** The name of the record that a reference points to: its id says nothing to anybody. */
export function NameOf({ to, id }: { readonly to: string; readonly id: string }) {
  const name = useNameOf(to, id)
  if (name === null) return <span className="fact-none">—</span>
  return <span aria-busy={name === '' || undefined}>{name || '\u00a0'}</span>
}
