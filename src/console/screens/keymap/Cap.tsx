import styled from 'styled-components'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { platform } from '../../host/platform.ts'

/** Keys of a table that is about them: shown to fingers, too, unlike those that are hints. */
const Look = styled.span`
  display: inline-block;
  min-width: 22px;
  padding: 0 6px;
  border: 1px solid var(--line-strong);
  border-bottom-width: 2px;
  border-radius: 4px;
  background: var(--surface);
  color: var(--text);
  font: 12px/18px var(--font-num);
  text-align: center;
  word-spacing: 3px;
  white-space: nowrap;
`

/** A key or sequence as printed on caps. */
export function Cap({ keys }: { readonly keys: string }) {
  return <Look>{formatKeys(keys, platform)}</Look>
}
