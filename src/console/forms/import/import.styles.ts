import { styled } from 'styled-components'

/** Styles of an import report: sums, warnings, rows. */
export const Report = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  color: var(--text);
  & .sum { font-weight: 600; }
  & .bad { color: var(--bad); }
  & .warn { padding: 6px 10px; border-radius: var(--radius); background: var(--wait-soft); }
  & .hint, & h3 { color: var(--text-3); font-size: 12px; font-weight: 400; }
  & section > header { display: flex; align-items: end; justify-content: space-between; gap: 8px; }
  & h3 { padding-bottom: 4px; }
  & .scroll { overflow: auto; max-height: 34vh; border: 1px solid var(--line); border-radius: var(--radius); }
  & .scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
  & table { border-collapse: collapse; width: 100%; font-size: 12.5px; }
  & th, & td { padding: 4px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
  & th { position: sticky; top: 0; background: var(--surface-2); color: var(--text-2); font-weight: 500; white-space: nowrap; }
  & td { overflow-wrap: anywhere; min-width: 60px; }
  & td.number { font-family: var(--font-num); font-variant-numeric: tabular-nums; min-width: 0; white-space: nowrap; }
  & tr:last-child > td { border-bottom: 0; }
  & progress { width: 100%; }
  & .columns { display: flex; flex-wrap: wrap; gap: 4px 6px; }
  & .columns > li { padding: 1px 8px; border-radius: var(--radius); background: var(--surface-2); color: var(--text-2); font-size: 12px; }
  & .must { color: var(--bad); margin-left: 2px; }
`
