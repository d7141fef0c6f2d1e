import { styled } from 'styled-components'

/** A form as doctors see it, on paper: nothing in it can be used. */
export const Sheet = styled.section`
  max-height: min(78vh, 900px);
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface-2);
  padding: 10px 14px 16px;
  color: var(--text);
  overflow-wrap: anywhere;
  & > .of { margin: 0 0 8px; color: var(--text-3); font-size: 12px; }
  & > .empty { color: var(--text-3); margin: 24px 0; text-align: center; }
  & h3 { margin: 14px 0 6px; padding-left: 8px; border-left: 3px solid var(--accent); font-size: 13px; line-height: 16px; }
  & ol, & ul { list-style: none; margin: 0; padding: 0; }
  & section > ol > li { padding: 6px 8px; margin: 0 -8px; border-radius: var(--radius); }
  & section > ol > li[data-now] { background: var(--accent-soft); }
  & strong { display: block; margin-bottom: 4px; font-weight: 500; }
  & .must { color: var(--bad); margin-left: 2px; }
  & .line { display: flex; justify-content: space-between; gap: 8px; min-height: 30px; padding: 5px 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text-3); }
  & .line[data-tall] { min-height: 64px; }
  & .line small { align-self: flex-end; white-space: nowrap; }
  & .choices li { display: flex; gap: 8px; align-items: baseline; padding: 3px 0; }
  & .choices i { flex: none; width: 13px; height: 13px; border: 1px solid var(--line-strong); border-radius: 50%; background: var(--surface); transform: translateY(2px); }
  & .choices[data-several] i { border-radius: 3px; }
  & .scale { display: flex; flex-wrap: wrap; gap: 6px; }
  & .scale li { min-width: 32px; padding: 4px 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); text-align: center; }
  & .picture { display: inline-flex; flex-direction: column; align-items: center; justify-content: center; width: 84px; height: 84px; padding: 0 6px; text-align: center; line-height: 1.3; border: 1px dashed var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text-3); font-size: 12px; }
  & .picture b { font-size: 20px; font-weight: 400; }
`
