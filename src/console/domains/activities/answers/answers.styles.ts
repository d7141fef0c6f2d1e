import { styled } from 'styled-components'

/** Questions at the left, answers at the right; below one another where there is little room. */
export const AnswerSheet = styled.div`
  container-type: inline-size;
  color: var(--text);
  overflow-wrap: anywhere;
  & h3 { margin: 12px 0 4px; padding-left: 8px; border-left: 3px solid var(--accent); font-size: 13px; line-height: 16px; }
  & section:first-child > h3 { margin-top: 2px; }
  & dl { margin: 0; }
  & dl > div { display: grid; grid-template-columns: minmax(110px, 200px) minmax(0, 1fr); gap: 2px 16px; padding: 5px 0 5px 11px; border-bottom: 1px solid var(--line); }
  & dt { color: var(--text-2); }
  & dd { margin: 0; }
  & .must { margin-left: 2px; color: var(--bad); }
  & .none { color: var(--text-3); }
  & .none[data-must] { color: var(--wait); }
  & .text { white-space: pre-wrap; }
  & ul, & ol { display: flex; flex-wrap: wrap; gap: 4px 6px; list-style: none; margin: 0; padding: 0; }
  & .chosen li { padding: 0 8px; border-radius: var(--radius); background: var(--accent-soft); }
  & .chosen li[data-unknown] { background: none; box-shadow: inset 0 0 0 1px var(--line-strong); }
  & .scale li { min-width: 24px; padding: 0 6px; border-radius: var(--radius); color: var(--text-3); text-align: center; }
  & .scale li[data-chosen] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
  & .pictures img { display: block; width: 96px; height: 72px; object-fit: cover; border-radius: var(--radius); background: var(--surface-3); }
  @container (max-width: 420px) { & dl > div { grid-template-columns: minmax(0, 1fr); } }
`
