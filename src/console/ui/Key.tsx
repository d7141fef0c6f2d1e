import styled from 'styled-components'

/** A key as printed on its cap. */
export const Key = styled.kbd`
  display: inline-block;
  min-width: 17px;
  padding: 0 4px;
  border: 1px solid var(--line-strong);
  border-radius: 3px;
  background: var(--surface-2);
  color: var(--text-2);
  font: 11px/16px var(--font-num);
  text-align: center;
  white-space: nowrap;
`
