import styled from 'styled-components'

/** Groups above the rows of a list. Rows and sums are one grid, so that amounts stand below each other. */
export const Box = styled.section`
  flex: none; display: flex; flex-direction: column; max-height: min(38%, 300px); min-height: 92px; margin: 0 12px 8px; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--surface); overflow: hidden;
  & > header { flex: none; display: flex; align-items: center; gap: 8px; padding: 2px 4px; background: var(--surface-2); border-bottom: 1px solid var(--line); color: var(--text-2); }
  & > header .room { flex: 1; }
  & > p { margin: 0; padding: 10px 12px; color: var(--bad); }
  & > [role='treegrid'] {
    overflow: auto; display: grid; grid-template-columns: 34px minmax(120px, max-content) max-content repeat(var(--sums), max-content) 1fr; align-content: start;
  }
  & > [role='treegrid']:focus-visible { outline: none; }
  & [role='row'] { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; min-height: max(27px, var(--press)); align-items: center; border-bottom: 1px solid var(--line); cursor: default; }
  & [role='row'].head { position: sticky; top: 0; z-index: 1; min-height: 27px; background: var(--surface-2); color: var(--text-2); font-weight: 600; }
  & [role='row'] > span { padding: 0 10px; white-space: nowrap; }
  & [role='row'] > .name { max-width: 26em; overflow: hidden; text-overflow: ellipsis; padding-left: 0; }
  & [role='row'] .name > i { display: inline-block; width: 16px; color: var(--text-3); font-style: normal; }
  & [role='row'] > .n { text-align: right; font-variant-numeric: tabular-nums; font-family: var(--font-num); }
  & .head > .n { font-family: inherit; }
  & [role='row'] > .tick { padding: 0; height: 100%; display: grid; place-content: center; cursor: pointer; }
  & .tick::before { content: ''; box-sizing: border-box; width: 14px; height: 14px; border: 1px solid var(--line-strong); border-radius: 3px; background: var(--surface); }
  & [aria-selected='true'] .tick::before { content: '✓'; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-size: 11px; line-height: 12px; text-align: center; font-weight: 700; }
  & [data-at]:hover { background: var(--surface-2); }
  & [aria-expanded='true'] { background: color-mix(in srgb, var(--accent-soft) 60%, var(--surface)); }
  & [data-at].here { background: var(--surface-3); }
  & > :focus .here { background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--focus); }
  & .sum:last-child { position: sticky; bottom: 0; z-index: 1; border-bottom: 0; border-top: 1px solid var(--line-strong); }
  & .sum { font-weight: 600; color: var(--text-2); background: var(--surface-2); }
  @media (max-width: 767px) { margin: 0 0 8px; border-width: 1px 0; border-radius: 0; max-height: min(30%, 220px); & > [role='treegrid'] { grid-template-columns: 34px minmax(90px, max-content) max-content repeat(var(--sums), max-content) minmax(0, 1fr); } & [role='row'] > .name { max-width: 11em; } }
  /* short windows: rows of the list come first, and the sum scrolls with the groups */
  @media (max-height: 600px) { max-height: 118px; & .sum:last-child { position: static; } }
`
