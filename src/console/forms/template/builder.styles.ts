import { styled } from 'styled-components'

/** Attributes and their preview, side by side where there is room. */
export const Builder = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  min-width: 0;
  &[data-beside='true'] { grid-template-columns: minmax(0, 1fr) 330px; }
  & [hidden] { display: none; }
  & .tabs { display: flex; border-bottom: 1px solid var(--line); }
  & .tabs > button { min-height: max(32px, var(--press)); padding: 0 14px; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--text-2); font: inherit; cursor: pointer; }
  & .tabs > button[aria-selected='true'] { border-color: var(--accent); color: var(--accent); }
  & .attributes { container-type: inline-size; min-width: 0; }
  & ol { list-style: none; margin: 0; padding: 0; }
  & .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  & .empty { margin: 0 0 8px; padding: 18px; border: 1px dashed var(--line-strong); border-radius: var(--radius); color: var(--text-3); text-align: center; }
  & .more { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; margin-top: 8px; }
  & .more .keys { color: var(--text-3); font-size: 12px; }
  & .problem { color: var(--bad); font-size: 12px; }

  & .attributes > ol > li {
    display: grid;
    grid-template-columns: 44px minmax(140px, 2fr) minmax(84px, 1fr) 126px minmax(84px, 1fr) 64px 66px 84px;
    gap: 2px 8px;
    align-items: start;
    padding: 6px 4px;
    border: 1px solid transparent;
    border-bottom-color: var(--line);
  }
  & .attributes > ol > li:focus-within { background: var(--surface-2); }
  & li[data-drop='above'] { box-shadow: 0 -2px 0 var(--accent); }
  & li[data-drop='below'] { box-shadow: 0 2px 0 var(--accent); }
  & .grip { display: flex; gap: 4px; align-items: center; min-height: 28px; color: var(--text-3); cursor: grab; user-select: none; font-variant-numeric: tabular-nums; }
  & .grip > span { letter-spacing: -2px; }
  & [data-cell] { display: flex; flex-direction: column; gap: 2px; min-width: 0; }
  & [data-cell] > :is(label, .head) { color: var(--text-3); font-size: 11px; line-height: 14px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  & [data-required] > label::after { content: ' *'; color: var(--bad); }
  /* the titles of a column stand once, above its first row */
  & .attributes > ol > li:not(:first-child) > [data-cell] > :is(label, .head) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  & .attributes > ol > li:first-child > :is(.grip, .acts) { margin-top: 16px; }
  & .acts { flex-direction: row; gap: 0; }
  & .acts > button { width: 28px; padding: 0; }

  & .beside { position: sticky; top: 0; }
  & .off > .none { min-height: 28px; padding: 4px 8px; color: var(--text-3); text-align: right; }
  & .options { grid-column: 2 / -1; padding: 4px 0 2px; }
  & .options > div { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; }
  & .options .of { color: var(--text-3); font-size: 12px; }
  & .option { display: inline-flex; align-items: center; max-width: 100%; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); }
  & .option:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; }
  & .option [data-cell] { min-width: 0; }
  & .option input { min-width: 0; max-width: 100%; min-height: max(24px, var(--press)); padding: 0 2px 0 8px; border: 0; outline: 0; background: none; color: var(--text); font: inherit; }
  & .option input[aria-invalid] { box-shadow: inset 0 -2px 0 var(--bad); }
  & .option > button { min-width: max(22px, var(--press)); min-height: max(24px, var(--press)); padding: 0; border: 0; background: none; color: var(--text-3); cursor: pointer; }
  & .option > button:hover { color: var(--bad); }

  @container (max-width: 700px) {
    & .attributes > ol > li { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); row-gap: 8px; padding: 8px 0 12px; }
    & .attributes > ol > li:first-child > :is(.grip, .acts) { margin-top: 0; }
    & .attributes > ol > li > .grip { grid-column: 1; grid-row: 1; min-height: max(28px, var(--press)); }
    & .attributes > ol > li > .acts { grid-column: 2; grid-row: 1; justify-content: flex-end; }
    & .attributes > ol > li > .acts > button { width: max(36px, var(--press)); }
    & .attributes > ol > li > [data-cell='attrName'] { grid-column: 1 / -1; }
    & .attributes > ol > li > .off { display: none; }
    & .attributes > ol > li:not(:first-child) > [data-cell] > :is(label, .head) { position: static; width: auto; height: auto; clip-path: none; }
    & .options { grid-column: 1 / -1; }
  }
`
