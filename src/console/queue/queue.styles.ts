import styled from 'styled-components'

export const HeadLine = styled.div`
  flex: none; display: flex; align-items: center; gap: 8px; padding: 0 12px 8px; flex-wrap: wrap;
  & .tabs { display: flex; gap: 2px; flex: 0 0 auto; max-width: 100%; overflow-x: auto; scrollbar-width: none; }
  & .tabs button {
    display: inline-flex; align-items: center; gap: 6px; height: 28px; min-height: var(--press); padding: 0 10px; border: 0; border-radius: var(--radius); background: none; color: var(--text-2);
    cursor: pointer; white-space: nowrap; flex: none;
  }
  & .tabs button:focus-visible { outline-offset: -2px; }
  & .tabs button:hover { background: var(--surface-3); }
  & .tabs button[aria-selected='true'] { background: var(--accent-soft); color: var(--text); font-weight: 600; }
  & .tabs .n { color: var(--text-3); font-weight: 400; font-variant-numeric: tabular-nums; }
  & > .chip {
    display: inline-flex; align-items: center; height: 24px; min-height: var(--press); padding: 0 9px; border: 1px solid var(--line-strong); border-radius: 12px; background: var(--surface);
    color: var(--text-2); cursor: pointer; white-space: nowrap;
  }
  & > .chip:hover { background: var(--surface-3); }
  & .place { font-variant-numeric: tabular-nums; color: var(--text-2); white-space: nowrap; }
  & .place strong { color: var(--text); }
  /* a window enlarged to twice its size: one line, and the views scroll */
  @media (min-width: 600px) and (max-width: 767px) { & .tabs { max-width: calc(100% - 250px); } }
`

export const Bar = styled.div`
  flex: none; display: flex; align-items: center; gap: 6px; flex-wrap: wrap; padding: 8px 12px; border-top: 1px solid var(--line); background: var(--surface-2);
  & .room { flex: 1; }
  /* Decisions that are not open yet are shown as far as there is room; a second line of buttons would take it from the rows. */
  & .later { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: 6px; height: 28px; overflow: hidden; }
  & .sum { font-variant-numeric: tabular-nums; }
  & .sum strong { color: var(--text); }
  &.tone { background: var(--accent-soft); }
  @media (max-width: 599px), (max-width: 767px) and (pointer: coarse) {
    & button { min-height: 44px; flex: 1 1 auto; font-size: 15px; }
    & kbd { display: none; }
  }
`
