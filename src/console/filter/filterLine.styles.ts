import styled from 'styled-components'

/** The look of the filter line: its box, chips, and what was there before. */
export const Line = styled.form`
  position: relative; flex: 1; min-width: 180px;
  & > [role='dialog'] { position: absolute; z-index: 30; top: calc(100% + 4px); left: 0; }
  & .box {
    display: flex; align-items: center; gap: 4px; height: 30px; min-height: calc(var(--press) + 2px); padding: 0 6px 0 8px; border: 1px solid var(--line-strong); border-radius: var(--radius);
    background: var(--surface); overflow: hidden;
  }
  & .box:hover { border-color: var(--text-3); }
  & .box:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; }
  & .box > svg { color: var(--text-3); }
  & input { flex: 1; min-width: 40px; height: 100%; border: 0; background: none; padding: 0 2px; outline: none; }
  & .chip {
    flex: none; display: inline-flex; align-items: center; gap: 4px; height: 22px; min-height: var(--press); padding: 0 6px; border: 0; border-radius: 11px; cursor: pointer;
    background: var(--accent-soft) padding-box; color: var(--text); max-width: 260px; overflow: hidden; white-space: nowrap;
  }
  & .chip:hover { background-color: var(--surface-3); }
  & .clear { flex: none; align-items: center; justify-content: center; min-width: var(--press); min-height: var(--press); border: 0; background: none; padding: 4px; cursor: pointer; color: var(--text-3); display: inline-flex; }
  & .was {
    flex: 0 1 auto; min-width: 24px; display: inline-flex; align-items: center; gap: 4px; height: 22px; min-height: var(--press); padding: 0 6px; border: 0; border-radius: 11px; background: none;
    color: var(--text-3); cursor: pointer; overflow: hidden; white-space: nowrap;
  }
  & .was span { overflow: hidden; text-overflow: ellipsis; }
  & .was:hover { background: var(--surface-3); color: var(--text); }
  /* as high as a finger needs, and drawn as high as the line has room for */
  @media (pointer: coarse) { & .chip { border: 5px solid transparent; border-width: 5px 0; border-radius: 22px; } }
`
