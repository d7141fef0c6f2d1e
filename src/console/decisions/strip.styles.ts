import styled from 'styled-components'

/** A line between list and bar: what waits, what failed, who was faster, how far a batch is. */
export const Strip = styled.div`
  flex: none; display: flex; align-items: flex-start; gap: 8px; padding: 6px 12px; border-top: 1px solid var(--line); background: var(--surface-2); color: var(--text-2);
  max-height: 180px; overflow: auto;
  & > .body { flex: 1; min-width: 0; }
  & > .body p + p { margin-top: 2px; }
  & strong { color: var(--text); font-weight: 600; }
  & .fields { color: var(--text-2); font-variant-numeric: tabular-nums; }
  & .fields b { font-weight: 600; color: var(--text); }
  &.bad { background: var(--bad-soft); }
  &.bad strong { color: var(--bad); }
  &.wait { background: var(--wait-soft); }
  & > svg { margin-top: 2px; flex: none; }
  & .meter { flex: none; width: 160px; height: 6px; margin-top: 7px; border-radius: 3px; background: var(--surface-3); overflow: hidden; }
  & .meter i { display: block; height: 100%; background: var(--accent); transition: width 0.2s; }
`
