import { styled } from 'styled-components'

/** The frame of the rich-text editor, like any other input's. */
export const HtmlBox = styled.div`
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  min-width: 0;
  &:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; border-color: var(--accent); }
  &[data-invalid='true'] { border-color: var(--bad); }
  &[data-off='true'] { background: var(--surface-2); color: var(--text-3); }
  & > [role='toolbar'] { display: flex; flex-wrap: wrap; gap: 2px; padding: 2px; border-bottom: 1px solid var(--line); }
  & > [role='toolbar'] > button { min-width: 28px; padding: 0 6px; }
  & > [role='toolbar'] > button[aria-pressed='true'] { background: var(--accent-soft); color: var(--accent); }
  & > [role='toolbar'] > [data-tool='bold'] { font-weight: 700; }
  & > [role='toolbar'] > [data-tool='italic'] { font-style: italic; font-family: Georgia, serif; }
  & > [role='toolbar'] > [data-tool='bullets'] { font-size: 18px; line-height: 1; }
  & > [role='toolbar'] > [data-tool='quote'] { font-family: Georgia, serif; font-size: 20px; line-height: 0.5; padding-top: 12px; }
  & .tiptap { outline: 0; min-height: 96px; max-height: 420px; overflow: auto; padding: 6px 10px; line-height: 1.6; overflow-wrap: anywhere; }
  & .tiptap ul { list-style: disc; padding-left: 22px; }
  & .tiptap ol { list-style: decimal; padding-left: 22px; }
  & .tiptap blockquote { border-left: 3px solid var(--line-strong); padding-left: 10px; color: var(--text-2); }
  & .tiptap :is(h2, h3, h4) { font-weight: 600; margin: 6px 0 2px; }
  & .tiptap a { color: var(--accent); }
`
