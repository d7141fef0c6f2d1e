import { styled } from 'styled-components'

/** The look of forms: one place, static CSS, colours from the theme's variables. */

export const Rows = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(260px, 1fr));
  gap: 10px 20px;
  align-items: start;
  color: var(--text);
  & > .wide { grid-column: 1 / -1; }
  /* four short fields stand in one line, or two by two: the end of a span not alone below its start */
  &:has(> :nth-child(4):last-child):not(:has(> .wide, [role='radiogroup'])) { grid-template-columns: repeat(auto-fill, minmax(max(200px, 22%), 1fr)); }
`

/** Fields that belong together, under a heading with a line. */
export const Group = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0 0 14px;
  border: 0;
  & > legend {
    width: 100%;
    padding: 6px 0 5px;
    margin-bottom: 8px;
    border-bottom: 1px solid var(--line);
    color: var(--text);
    font-weight: 600;
  }
`

export const Cell = styled.div`
  display: flex;
  flex-direction: column;
  gap: 3px;
  min-width: 0;
  & > label, & > .label { color: var(--text-2); font-size: 12px; }
  & .must { color: var(--bad); margin-left: 2px; }
  & > .help { color: var(--text-3); font-size: 12px; }
  & > .balance { font-size: 12px; color: var(--text-2); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  & > .balance[data-short] { color: var(--bad); font-weight: 600; }
  & .problem { color: var(--bad); font-size: 12px; }
  & > .foot { display: flex; justify-content: space-between; gap: 8px; color: var(--text-3); font-size: 12px; }
`

export const Box = styled.div`
  display: flex;
  align-items: center;
  position: relative;
  min-height: max(28px, var(--press));
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  &:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; border-color: var(--accent); }
  &[data-invalid='true'] { border-color: var(--bad); }
  &[data-off='true'] { background: var(--surface-2); color: var(--text-3); }
  & > input, & > select, & > textarea {
    flex: 1;
    min-width: 0;
    border: 0;
    outline: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    padding: 4px 8px;
  }
  & > select { padding: 4px 4px; }
  & > select option { background: var(--surface); color: var(--text); }
  & > textarea { resize: vertical; min-height: 62px; line-height: 1.5; }
  & > input.number { text-align: right; font-family: var(--font-num); font-variant-numeric: tabular-nums; }
  & > .unit { padding-right: 8px; color: var(--text-3); }
  & > button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-width: var(--press);
    min-height: var(--press);
    border: 0;
    background: transparent;
    color: var(--text-2);
    cursor: pointer;
    padding: 4px 8px;
    font: inherit;
  }
  & > button:hover { color: var(--accent); }
  & > input.picker { position: absolute; right: 0; bottom: 0; width: 1px; height: 1px; flex: none; padding: 0; opacity: 0; pointer-events: none; }
`

export const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  min-height: 28px;
  align-items: center;
  & label { display: inline-flex; min-height: var(--press); gap: 5px; align-items: center; cursor: pointer; }
  & input { accent-color: var(--accent); margin: 0; }
  /* two columns where a single line is too narrow: no cell is alone below the others */
  &[data-two] { display: grid; grid-template-columns: repeat(2, minmax(0, max-content)); }
`

export const Switch = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  align-self: flex-start;
  min-height: max(28px, var(--press));
  padding: 0;
  border: 0;
  background: transparent;
  color: var(--text);
  font: inherit;
  cursor: pointer;
  & > i { display: block; width: 30px; height: 16px; border-radius: 8px; background: var(--line-strong); position: relative; }
  & > i::after { content: ''; position: absolute; left: 2px; top: 2px; width: 12px; height: 12px; border-radius: 6px; background: var(--surface); }
  &[aria-checked='true'] > i { background: var(--accent); }
  &[aria-checked='true'] > i::after { left: 16px; }
  &:disabled { cursor: default; color: var(--text-3); }
  &:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`

export const Options = styled.div`
  z-index: 60;
  max-height: 280px;
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow);
  padding: 4px;
  & [role='option'] { padding: 4px 8px; border-radius: var(--radius); cursor: pointer; display: flex; gap: 10px; justify-content: space-between; }
  & [role='option'][data-active-item] { background: var(--accent-soft); }
  & small { color: var(--text-3); }
  & > p { margin: 0; padding: 4px 8px; color: var(--text-3); }
`

export const Notice = styled.div`
  border-radius: var(--radius);
  padding: 8px 10px;
  margin-bottom: 10px;
  background: var(--bad-soft);
  color: var(--bad);
  &[data-tone='wait'] { background: var(--wait-soft); color: var(--wait); }
  & > p { margin: 0 0 6px; }
  & > p:last-child { margin: 0; }
  & table { border-collapse: collapse; }
  & th, & td { padding: 2px 16px 2px 0; text-align: left; vertical-align: baseline; }
  & thead th { font-weight: 400; font-size: 12px; }
  & tbody th { font-weight: 500; }
`

export const Decision = styled.div`
  & .acted { margin-bottom: 10px; padding: 8px 12px; border-radius: var(--radius); background: var(--surface-2); color: var(--text-2); }
  & .worth { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; justify-content: space-between; }
  & .worth strong { color: var(--text); font-size: 15px; }
  & .worth small { color: var(--text-3); font-weight: 400; font-size: 12px; }
  & .marks { display: flex; flex-wrap: wrap; gap: 2px 16px; margin-top: 4px; }
  & .marks b { color: var(--text); font-weight: 500; }
  & .names { margin-top: 4px; overflow-wrap: anywhere; }
  & .asking { color: var(--text-3); }
  & .note { margin-bottom: 8px; }
  & .final { display: flex; gap: 6px; align-items: center; margin-bottom: 10px; color: var(--text-2); }
  & .count { display: flex; flex-direction: column; gap: 4px; color: var(--text-2); }
  & .count input { height: 32px; padding: 0 10px; border: 1px solid var(--line-2, var(--line)); border-radius: var(--radius); background: var(--surface); color: var(--text); font: inherit; }
  & .foreseen { margin-bottom: 10px; padding: 8px 12px; border-radius: var(--radius); background: var(--wait-soft); color: var(--text-2); }
  & .foreseen .left { color: var(--wait); font-weight: 600; }
  & .foreseen ul { margin: 2px 0 0; padding-left: 16px; overflow-wrap: anywhere; }
  & form { display: flex; flex-direction: column; gap: 10px; }
  color: var(--text);
`

/** Quick replies below a reason: a line to find one by, the list, which scrolls. */
export const Replies = styled.div`
  margin-top: 4px;
  & .find { display: flex; align-items: center; gap: 6px; padding: 0 6px; color: var(--text-3); border-bottom: 1px solid var(--line); }
  & .find input { flex: 1; min-width: 0; height: 26px; min-height: var(--press); padding: 0; border: 0; outline: 0; background: none; color: var(--text); font: inherit; }
  & .find:focus-within { border-color: var(--accent); }
  & .keys { font-size: 12px; white-space: nowrap; }
  & > [role='listbox'] { max-height: 234px; margin-top: 2px; overflow-y: auto; }
  & [role='option'] {
    display: flex; gap: 8px; align-items: baseline; width: 100%; min-height: max(26px, var(--press)); border: 0; background: transparent; padding: 3px 6px; text-align: left; cursor: pointer;
    border-radius: var(--radius); color: var(--text-2);
  }
  & kbd { flex: none; min-width: 17px; text-align: center; }
  & kbd:empty { visibility: hidden; }
  & [role='option']:hover { background: var(--surface-3); color: var(--text); }
  & .find:focus-within + [role='listbox'] > [aria-selected='true'] { background: var(--accent-soft); color: var(--text); }
  & > p { padding: 3px 6px; color: var(--text-3); }
  @media (hover: none) { & .keys, & kbd { display: none; } }
`

/** Buttons at the foot of a form; they stay in sight while a long form scrolls. */
export const Foot = styled.div`
  position: sticky;
  bottom: var(--foot-bottom, -14px);
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  padding: 10px 0 14px;
  margin-bottom: -14px;
  background: var(--surface);
`
