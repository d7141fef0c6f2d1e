import styled from 'styled-components'

/** What the palette looks like: one wrapper, plain names inside, so that a keystroke makes no new styles. */
export const Look = styled.div`
  margin: 0 -10px;
  [cmdk-input] {
    width: 100%;
    height: 36px;
    padding: 0 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font: inherit;
  }
  [cmdk-input]:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; border-color: transparent; }
  [cmdk-list] { height: min(420px, 56vh); overflow: auto; margin-top: 8px; overscroll-behavior: contain; }
  [cmdk-item] {
    display: flex;
    align-items: center;
    gap: 9px;
    height: 32px;
    padding: 0 10px;
    border-radius: var(--radius);
    color: var(--text);
    cursor: pointer;
  }
  [cmdk-item] > svg { color: var(--text-3); }
  [cmdk-item][data-selected='true'] { background: var(--accent-soft); }
  [cmdk-item][aria-disabled='true'] { color: var(--text-3); cursor: not-allowed; }
  .title { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  mark { background: none; color: var(--accent); font-weight: 600; }
  .why { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); }
  .note { flex: 1 1 0; min-width: 48px; text-align: right; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); }
  [cmdk-root] { position: relative; }
  .empty { position: absolute; top: 52px; left: 10px; right: 10px; color: var(--text-2); overflow-wrap: anywhere; }
  .foot { display: flex; justify-content: space-between; gap: 12px; margin-top: 6px; padding: 6px 10px 0; border-top: 1px solid var(--line); color: var(--text-3); }
`
