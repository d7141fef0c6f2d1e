import { styled } from 'styled-components'

/** A tree of ticks below the search that narrows it; it scrolls by itself. */
export const Picks = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  & > [role='group'] {
    max-height: min(46vh, 380px);
    overflow: auto;
    padding: 4px 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  & ul { margin: 0; padding: 0; list-style: none; }
  & ul ul { padding-left: 22px; }
  & summary { display: flex; align-items: center; gap: 6px; cursor: pointer; border-radius: var(--radius); }
  & summary::before { content: '›'; width: 12px; color: var(--text-3); text-align: center; }
  & details[open] > summary::before { transform: rotate(90deg); }
  & summary:hover, & li > label:hover { background: var(--accent-soft); }
  & summary:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
  & small { color: var(--text-3); font-size: 12px; font-variant-numeric: tabular-nums; }
  & input[type='checkbox'] { accent-color: var(--accent); margin: 0; }
  & label { display: inline-flex; align-items: center; gap: 6px; min-height: max(26px, var(--press)); cursor: pointer; }
  & li > label { display: flex; padding-left: 18px; border-radius: var(--radius); }
  & p { margin: 4px 0; color: var(--text-3); }
`
