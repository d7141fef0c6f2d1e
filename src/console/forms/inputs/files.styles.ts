import { styled } from 'styled-components'

/** Attachments of a field and how more come to them. */
export const FilesBox = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  padding: 6px;
  border: 1px dashed var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  min-width: 0;
  &:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; }
  &[data-invalid='true'] { border-color: var(--bad); }
  &[data-off='true'] { background: var(--surface-2); }
  & > ul { display: flex; flex-wrap: wrap; gap: 6px; }
  & li { display: flex; align-items: center; gap: 6px; max-width: 100%; min-width: 0; padding: 2px 4px; border-radius: var(--radius); background: var(--surface-2); }
  & li > a, & li > span { overflow-wrap: anywhere; color: var(--accent); }
  & img { width: 56px; height: 56px; object-fit: cover; border-radius: var(--radius); background: var(--surface-3); }
  & .choose { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; min-width: 0; }
  & .choose > span { overflow-wrap: anywhere; }
  & .hint { color: var(--text-3); font-size: 12px; }
  & .problem { color: var(--bad); font-size: 12px; }
  & input.picker { position: absolute; width: 1px; height: 1px; opacity: 0; pointer-events: none; }
`
