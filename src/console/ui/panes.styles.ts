import styled from 'styled-components'

/** A list and the record beside it, with a divider; one of them alone where the screen is narrow. */
export const Panes = styled.div`
  flex: 1; min-height: 0; display: flex; position: relative;
  & > .list { flex: 1; min-width: 0; display: flex; flex-direction: column; }
  & > .split { flex: none; width: 7px; margin: 0 -3px; z-index: 4; cursor: col-resize; touch-action: none; position: relative; }
  & > .split::after { content: ''; position: absolute; left: 3px; top: 0; bottom: 0; width: 1px; background: var(--line-strong); }
  & > .split:hover::after, & > .split[data-drag]::after { background: var(--accent); width: 2px; }
  & > .split:focus-visible { outline: none; }
  & > .split:focus-visible::after { background: var(--focus); width: 3px; }
  & > .preview { flex: none; position: relative; min-width: 0; display: flex; flex-direction: column; background: var(--surface); overflow: hidden; }
  & > .preview > .record { flex: 1; min-height: 0; display: flex; flex-direction: column; }
  & > .preview .nothing { margin: auto; color: var(--text-3); }
  & > .preview > .over { position: absolute; z-index: 1; right: 6px; top: 6px; }
  & > .preview > .over ~ section > .record-head, & > .preview > .over + .away { padding-right: 44px; }
  & > .preview > .away { flex: none; display: flex; align-items: center; gap: 8px; flex-wrap: wrap; padding: 6px 12px; background: var(--accent-soft); color: var(--text); }
  & > .preview > .acts { flex: none; display: flex; align-items: center; gap: 6px; flex-wrap: wrap; padding: 8px 12px; border-top: 1px solid var(--line); background: var(--surface-2); }
  & > .evidence { display: none; }
  & > .evidence[data-open] { display: block; position: absolute; inset: 0; z-index: 5; }
  &[data-narrow] > .preview { flex: 1; }
`
