import styled from 'styled-components'

/** Panel over the right side of the page, with a header: messages of the page, the inbox. */
export const SidePanel = styled.aside`
  position: fixed;
  z-index: 40;
  right: 8px;
  top: 52px;
  bottom: 34px;
  width: min(360px, calc(100vw - 16px));
  display: flex;
  flex-direction: column;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  box-shadow: var(--shadow);
  &:focus-visible { outline-offset: -2px; }
  & > header { display: flex; align-items: center; gap: 4px; padding: 8px 8px 8px 14px; border-bottom: 1px solid var(--line); }
  & h2 { flex: 1; font-size: 14px; }
`
