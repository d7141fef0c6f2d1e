import styled from 'styled-components'

export const Page = styled.div`
  height: 100%;
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  background: var(--surface);
  overflow: auto;
  & > main { display: grid; grid-template-rows: 56px 1fr 56px; justify-items: center; align-items: center; padding: 0 24px; }
  @media (max-width: 860px) { grid-template-columns: minmax(0, 1fr); }
`

/** Always dark, in both themes: the face of the product. Its own colours keep 4.5:1 on #0b4a54. */
export const Side = styled.div`
  display: grid;
  grid-template-rows: auto 1fr auto;
  align-items: center;
  padding: 32px 48px;
  background: radial-gradient(120% 90% at 0% 0%, #0f6572 0%, #0b4a54 55%, #083840 100%);
  color: #e9f6f8;
  & .product { font-size: 24px; line-height: 1.4; font-weight: 600; letter-spacing: 0.01em; }
  & .promise { margin-top: 6px; font-size: 14px; color: #b9dbe0; }
  @media (max-width: 860px) { display: none; }
`

export const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  font-size: 18px;
  letter-spacing: 0.02em;
  & svg rect { fill: rgb(255 255 255 / 14%); }
`

export const Keys = styled.ul`
  margin-top: 32px;
  display: grid;
  gap: 10px;
  & > li { display: grid; grid-template-columns: 68px 1fr; align-items: center; }
  & > li > div { display: flex; gap: 4px; }
  & span { color: #cfe6ea; }
  & kbd { background: rgb(255 255 255 / 10%); border-color: rgb(255 255 255 / 28%); color: #ffffff; }
`

export const Top = styled.div`
  justify-self: end;
  & kbd { margin-left: 2px; }
`

export const Card = styled.form`
  width: min(320px, 100%);
  display: grid;
  gap: 14px;
  & > h1 { display: flex; align-items: center; gap: 10px; font-size: 20px; line-height: 28px; margin-bottom: 4px; }
  @media (min-width: 861px) { & > h1 > svg { display: none !important; } }
  & > .tenant { color: var(--text-2); margin-top: -8px; }
  & > .problem { min-height: 20px; color: var(--bad); line-height: 20px; margin: -4px 0; }
  & > .go { height: 34px; font-weight: 600; }
  & > .go kbd { background: transparent; border-color: currentColor; color: inherit; opacity: 0.85; font-weight: 400; }
  & > .go[aria-busy='true'] { cursor: progress; opacity: 0.8; }
  & > .go[aria-disabled='true'] { font-variant-numeric: tabular-nums; }
`

export const Field = styled.label`
  display: grid;
  gap: 4px;
  & > span, & > label { font-size: 12px; color: var(--text-2); }
  & input { height: 34px; }
  & .with { position: relative; }
  & .with > input { padding-right: 36px; }
  & .with > button { position: absolute; right: 3px; top: 3px; }
  & small { color: var(--wait); }
`
