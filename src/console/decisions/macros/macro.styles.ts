import { styled } from 'styled-components'

/** A list of rows with their states, and the editor of macros: plain names inside. */
export const MacroLook = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  min-height: 0;
  color: var(--text);
  ol { margin: 0; padding-left: 22px; color: var(--text-2); overflow-wrap: anywhere; }
  .hint { margin: 0; color: var(--text-3); font-size: 12px; overflow-wrap: anywhere; }
  .rows { max-height: min(320px, 40dvh); overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  .rows > div { display: flex; flex-wrap: wrap; gap: 2px 12px; padding: 5px 10px; border-bottom: 1px solid var(--line); }
  .rows > div:last-child { border-bottom: 0; }
  .rows b { flex: 1 1 160px; min-width: 0; font-weight: 500; overflow-wrap: anywhere; }
  .rows span { color: var(--text-2); overflow-wrap: anywhere; }
  .rows [data-state='done'] span { color: var(--good); }
  .rows [data-state='failed'] span { color: var(--bad); }
  .rows [data-state='impossible'] :is(b, span) { color: var(--text-3); }
  .list { display: flex; flex-wrap: wrap; gap: 6px; }
  .field { display: flex; flex-direction: column; gap: 3px; color: var(--text-2); font-size: 12px; }
  .field :is(input, textarea) {
    width: 100%; padding: 6px 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text);
    font: 400 14px/20px var(--font);
  }
  .field textarea { min-height: 132px; font-family: var(--font-mono); resize: vertical; }
  .problems { margin: 0; padding: 0; list-style: none; color: var(--bad); font-size: 12px; overflow-wrap: anywhere; }
  .foot { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
  .foot > i { flex: 1; }
`
