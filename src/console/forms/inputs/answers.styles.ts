import { styled } from 'styled-components'

/** Questions of a template below one another, by group; short ones beside each other where there is room. */
export const AnswersBox = styled.div`
  container-type: inline-size;
  padding: 4px 12px 10px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface-2);
  &[data-invalid] { border-color: var(--bad); }
  & section { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 16px; }
  & h3 { grid-column: 1 / -1; margin: 10px 0 0; padding-left: 8px; border-left: 3px solid var(--accent); font-size: 13px; line-height: 16px; }
  & fieldset { margin: 0; padding: 0; border: 0; }
  & legend { padding: 0; }
  & .question { display: flex; flex-direction: column; gap: 3px; min-width: 0; }
  & .question:has(textarea), & .question:has(.options), & .question:has(input[type='file']) { grid-column: 1 / -1; }
  & .must { margin-left: 2px; color: var(--bad); }
  & .options { display: flex; flex-wrap: wrap; gap: 4px 14px; padding: 4px 0; }
  & .options label { display: inline-flex; gap: 5px; align-items: center; }
  @container (max-width: 480px) { & section { grid-template-columns: minmax(0, 1fr); } }
`
