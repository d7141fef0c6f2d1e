import styled from 'styled-components'

/**
 * The frame of a grid. Everything inside it is plain class names and CSS variables: a styled cell costs half as much
 * script again per frame, and a value that changes by row three times as much. Rows that race (`g-race`, racePool.ts) stand
 * in the place of the others: what is stuck, and what is drawn around a text, would cost a third of their frame.
 */
export const GridFrame = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: auto;
  background: var(--surface);
  overscroll-behavior: contain;
  scroll-padding-top: 30px;
  contain: strict;
  &:focus-visible { outline: none; }

  .g-head {
    position: sticky; top: 0; z-index: 3; display: flex; height: 30px; min-width: 100%;
    background: var(--surface-2); border-bottom: 1px solid var(--line-strong); color: var(--text-2); font-weight: 600;
  }
  .g-h {
    position: absolute; top: 0; display: flex; align-items: center; height: 29px; padding: 0; white-space: nowrap; user-select: none;
  }
  .g-h.stuck { position: sticky; z-index: 1; flex: none; background: var(--surface-2); }
  .g-h > .name { flex: 1; min-width: 0; display: flex; gap: 3px; height: 100%; padding: 0 6px 0 8px; line-height: 29px; text-align: inherit; background: none; border: 0; font-weight: inherit; }
  .g-h > .name > span { overflow: hidden; text-overflow: ellipsis; }
  .g-h.right > .name { justify-content: flex-end; padding-right: 5px; }
  .g-h > button.name { cursor: pointer; }
  .g-h > button.name:hover { color: var(--text); background: var(--surface-3); }
  .g-h.right { text-align: right; }
  .g-h > span.name { font-weight: 400; }
  .g-h[aria-sort='ascending'] > .name::after { content: '↑'; color: var(--accent); }
  .g-h[aria-sort='descending'] > .name::after { content: '↓'; color: var(--accent); }
  .g-h > .edge { flex: none; align-self: stretch; width: 7px; margin-right: -3px; cursor: col-resize; position: relative; z-index: 1; touch-action: none; }
  .g-h > .edge::after { content: ''; position: absolute; left: 3px; top: 8px; bottom: 8px; width: 1px; background: var(--line); }
  .g-h > .edge:hover::after, .g-h > .edge[data-drag]::after { background: var(--accent); top: 0; bottom: 0; width: 2px; }

  .g-head[data-drag] { cursor: grabbing; }
  .g-h[data-dragged] { opacity: 0.5; }
  .g-drop { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--accent); z-index: 4; pointer-events: none; }

  .g-space { position: relative; min-width: 100%; }
  .g-r {
    position: absolute; left: 0; display: flex; min-width: 100%; line-height: calc(var(--g-row) - 1px); height: var(--g-row);
    border-bottom: 1px solid var(--line); background: var(--surface); cursor: default; contain: layout style;
  }
  .g-race { position: absolute; top: 0; left: 0; min-width: 100%; }
  .g-space[data-race] > .g-r { display: none; }
  .g-race .g-c.g-c { position: absolute; contain: strict; z-index: auto; }
  .g-race .g-c.tick::before { display: none; }
  .g-r:hover { background: var(--surface-2); }
  .g-c {
    position: absolute; top: 0; height: calc(var(--g-row) - 1px); padding: 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  }
  .g-c.stuck { position: sticky; z-index: 1; flex: none; background: inherit; }
  .g-c.last, .g-h.last { box-shadow: 1px 0 0 var(--line); }
  .g-c.right { text-align: right; font-variant-numeric: tabular-nums; font-family: var(--font-num); }
  .g-c.soft { color: var(--text-2); }
  .g-c.tone::before { content: ''; display: inline-block; width: 7px; height: 7px; margin-right: 6px; border-radius: 50%; background: currentColor; vertical-align: 1px; }
  .g-c.wait { color: var(--wait); }
  .g-c.good { color: var(--good); }
  .g-c.bad { color: var(--bad); }
  .g-c.busy { color: var(--busy); }
  .g-c.off { color: var(--off); }
  .g-c.tick { padding: 0; display: flex; align-items: center; justify-content: center; cursor: pointer; }
  .g-c.tick::before {
    content: ''; flex: none; box-sizing: border-box; width: 14px; height: 14px; text-align: center; border: 1px solid var(--line-strong); border-radius: 3px;
    background: var(--surface);
  }
  .g-h.tick { justify-content: center; }
  .g-h > .left-out { height: 20px; padding: 0 3px; border: 0; border-radius: 4px; background: none; color: var(--text-3); font-weight: 400; font-size: 12px; line-height: 20px; cursor: pointer; }
  .g-h > .left-out:hover { background: var(--surface-3); color: var(--text); }
  .g-r[aria-selected='true'] { background: color-mix(in srgb, var(--accent-soft) 60%, var(--surface)); }
  .g-r[aria-selected='true'] .tick::before {
    background: var(--accent); border-color: var(--accent); content: '✓'; color: var(--on-accent); font-size: 11px; line-height: 12px; font-weight: 700;
  }
  .g-r.here { background: var(--surface-3); }
  &:focus-within .g-r.here, &:focus .g-r.here { background: var(--accent-soft); z-index: 1; }
  &:focus .g-r.here::after { content: ''; position: absolute; inset: -1px 0; border: solid var(--focus); border-width: 1px 0; z-index: 2; pointer-events: none; }
  .g-r.here .g-c.stuck:first-child { box-shadow: inset 3px 0 var(--accent); }
  .g-r.here .g-c.at { box-shadow: inset 0 0 0 1px var(--accent); }
  .g-r .g-c.in { background: color-mix(in srgb, var(--accent) 10%, var(--surface)); }
  .g-r .g-c.in + .g-c.in { box-shadow: -1px 0 0 color-mix(in srgb, var(--accent) 10%, var(--surface)); }
  .g-r.here .g-c.at.in { background: var(--surface); box-shadow: inset 0 0 0 2px var(--accent); }
  &[data-marking] { user-select: none; }
  .g-r.pending, .g-r.done { color: var(--text-3); font-style: italic; }
  .g-r.other .g-c, .g-r.held .g-c { color: var(--text-3); }
  .g-r.other .g-c.name { text-decoration: line-through; }
  .g-r.own .g-c { color: var(--text-3); }
  /* Still to do, now or for good: words would cover amounts. They are its tooltip and its accessible name. The
     mark has the room beside the tick box, so that it takes none of the name's. */
  .g-r.own .tick::after { content: '⊘'; position: absolute; left: 25px; font-size: 11px; line-height: 14px; color: var(--text-3); }
  .g-r.changed .tick::after { content: '●'; position: absolute; left: 26px; font-size: 8px; line-height: 14px; color: var(--wait); }
  .g-r.held .tick::after { content: ''; position: absolute; left: 28px; box-sizing: border-box; width: 7px; height: 10px; border: solid var(--text-3); border-width: 0 2px; }
  .g-r.claimed .tick::after {
    content: attr(data-sign); position: absolute; left: 26px; width: 14px; height: 14px; border-radius: 7px; text-align: center; font-size: 10px; line-height: 14px;
    font-weight: 600; background: var(--wait-soft); color: var(--wait);
  }
  .g-r:is(.own, .changed, .held, .claimed) .tick { overflow: visible; z-index: 2; }
  .g-r:is(.own, .changed, .held, .claimed) .g-tag { display: none; }
  .g-r.failed, .g-r.conflict { background: var(--bad-soft); }
  .g-r.changed { animation: g-changed 2.4s ease-out; }
  @keyframes g-changed { from { background: var(--wait-soft); } }
  .g-tag {
    position: sticky; right: 8px; z-index: 1; align-self: center; margin-left: auto; max-width: 60%; height: 20px; padding: 0 8px; border-radius: 10px; line-height: 20px;
    font-size: 12px; font-style: normal; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; background: var(--off-soft); color: var(--off);
  }
  .g-r.failed .g-tag, .g-r.conflict .g-tag { background: var(--surface); color: var(--bad); }
  .g-r.pending .g-tag, .g-r.done .g-tag { background: var(--busy-soft); color: var(--busy); }
  .g-fold { display: inline-block; width: 18px; height: 100%; margin-left: -4px; vertical-align: top; text-align: center; color: var(--text-3); cursor: default; }
  .g-fold[data-fold] { cursor: pointer; }
  .g-fold[data-fold]::before { content: '▸'; }
  .g-fold[data-fold='open']::before { content: '▾'; }
  .g-fold[data-fold]:hover { color: var(--accent); }
  .g-c.empty { color: var(--text-3); }
  @media (forced-colors: active) {
    .g-r.here { outline: 2px solid Highlight; outline-offset: -2px; }
    .g-r .g-c.in { outline: 1px solid Highlight; outline-offset: -1px; }
    .g-r[aria-selected='true'] .tick::before { background: Highlight; }
  }
`

/** Covers the grid while there is nothing to draw: empty, failed, still asking. */
export const GridCover = styled.div`
  position: absolute; inset: 30px 0 0; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 10px;
  color: var(--text-3); pointer-events: none; text-align: center; padding: 0 24px;
  & > * { pointer-events: auto; }
  & > [role='alert'] { display: flex; flex-direction: column; align-items: center; gap: 10px; overflow-wrap: anywhere; }
  & strong { color: var(--text-2); font-weight: 600; }
`

/** Container of a grid: gives the cover its place. */
export const GridPlace = styled.div`
  position: relative; flex: 1; min-height: 0; min-width: 0; display: flex; flex-direction: column;
`
