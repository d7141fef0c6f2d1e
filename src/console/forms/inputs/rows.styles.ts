import { styled } from 'styled-components'

/** A small table of inputs; on a narrow screen it scrolls sideways by itself. */
export const RowsTable = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 6px;
  max-width: 100%;
  overflow-x: auto;
  &[data-invalid='true'] > table { outline: 1px solid var(--bad); }
  & > table { border-collapse: collapse; min-width: min(100%, 460px); width: 100%; }
  & th { text-align: left; font-weight: 600; font-size: 12px; color: var(--text-2); padding: 2px 4px; white-space: nowrap; }
  & th .must { color: var(--bad); margin-left: 2px; }
  & td { padding: 2px 4px 2px 0; vertical-align: top; }
  & td:first-child { color: var(--text-3); line-height: 28px; padding-left: 4px; width: 28px; }
  & td[data-cell]:not(.acts) { min-width: 90px; }
  & td.told { color: var(--text-2); line-height: 28px; padding-right: 12px; white-space: nowrap; }
  & .right { text-align: right; }
  & th.right { padding-right: 12px; }
  /* Rows of which most is read do not fit a telephone: each is a block of names and values. */
  @media (max-width: 640px) {
    &[data-fixed] thead { display: none; }
    &[data-fixed] :is(table, tbody, tr, td) { display: block; text-align: left; }
    &[data-fixed] tr + tr { margin-top: 8px; border-top: 1px solid var(--line); padding-top: 6px; }
    &[data-fixed] td:first-child { display: none; }
    &[data-fixed] td { padding: 0 0 2px; }
    &[data-fixed] td::before { content: attr(data-label); color: var(--text-3); margin-right: 8px; }
  }
  & td.acts { white-space: nowrap; width: 1%; }
  & td.acts > button { width: 28px; padding: 0; }
  & .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
