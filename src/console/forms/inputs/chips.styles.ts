import { styled } from 'styled-components'

/** Chips above the search that adds one. */
export const Chips = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  & > ul { display: flex; flex-wrap: wrap; gap: 4px; }
  & li {
    display: inline-flex;
    align-items: center;
    max-width: 100%;
    padding: 1px 2px 1px 8px;
    border-radius: var(--radius);
    background: var(--accent-soft);
    color: var(--text);
    overflow-wrap: anywhere;
  }
  & li > button { border: 0; background: transparent; color: var(--text-2); cursor: pointer; padding: 2px 6px; font: inherit; }
  & li > button:hover { color: var(--bad); }
`
