import styled from 'styled-components'

/** Controls above the table: presets, the switch of single characters, finding, export and import. */
export const Bar = styled.div`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 0 16px 8px;
  & > fieldset { display: flex; align-items: center; gap: 0; min-width: 0; margin: 0; padding: 0; border: 0; }
  & > fieldset > legend { float: left; margin-right: 8px; padding: 0; line-height: max(28px, var(--press)); color: var(--text-2); }
  & > fieldset > button { border-radius: 0; margin-left: -1px; }
  & > fieldset > button:first-of-type { border-radius: var(--radius) 0 0 var(--radius); }
  & > fieldset > button:last-of-type { border-radius: 0 var(--radius) var(--radius) 0; }
  & > label { display: inline-flex; align-items: center; gap: 6px; min-height: max(28px, var(--press)); cursor: pointer; }
  & > .find { flex: 1 1 260px; display: flex; gap: 6px; min-width: 0; }
  & > .find > input { min-width: 120px; }
  & > p { flex-basis: 100%; color: var(--text-3); font-size: 12px; }
  @media (max-width: 767px) { padding: 0 12px 6px; gap: 6px 8px; & > p { display: none; } }
`

/** Buttons about the whole of the keys: on a phone icons, whose names screen readers speak. */
export const Tools = styled.div`
  display: flex;
  gap: 6px;
  @media (max-width: 767px) {
    & > button { width: var(--press); min-width: 34px; padding: 0; }
    & > button > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  }
`

/** A line about the whole of the keys: conflicts, a kept text that cannot be read. */
export const Strip = styled.div`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  padding: 6px 16px;
  border-top: 1px solid var(--line);
  background: var(--wait-soft);
  color: var(--wait);
  & > svg { flex: none; }
  & > span { flex: 1; min-width: 200px; }
`

/** Headings of the columns, above the table. */
export const Head = styled.div`
  flex: none;
  display: flex;
  gap: 12px;
  padding: 4px 16px;
  overflow: hidden;
  scrollbar-gutter: stable;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  color: var(--text-3);
  font-size: 12px;
  & > .name { flex: 3 1 0; }
  & > .where, & > .keys { flex: 2 1 0; }
  & > .acts { flex: none; width: 92px; }
  &[data-narrow] { display: none; }
`

/** The table itself: rows of one height, placed by hand, so that some thousand commands cost what is seen of them. */
export const Table = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  scrollbar-gutter: stable;
  border-top: 1px solid var(--line);
  &:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  & > .room { position: relative; }
  & .of, & .line { position: absolute; top: 0; right: 0; left: 0; display: flex; align-items: center; gap: 12px; padding: 0 16px; }
  & .of { align-items: flex-end; padding-bottom: 6px; border-bottom: 1px solid var(--line); }
  & .of > span { font-weight: 600; font-size: 12px; letter-spacing: 0.04em; color: var(--text-3); }
  & .line { border-bottom: 1px solid var(--line); }
  & .line:hover { background: var(--surface-2); }
  &:focus .line.here { background: var(--accent-soft); }
  & .name { flex: 3 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & .name > b { font-weight: 400; color: var(--text); }
  & .name > small { margin-left: 8px; color: var(--text-3); font-size: 12px; }
  & .where { flex: 2 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); }
  & .keys { flex: 2 1 0; min-width: 0; display: flex; align-items: center; gap: 4px 6px; overflow: hidden; }
  & .keys > i { color: var(--text-3); font-style: normal; }
  & .keys > em { padding: 0 6px; border-radius: 9px; background: var(--accent-soft); color: var(--accent); font-size: 12px; font-style: normal; line-height: 18px; white-space: nowrap; }
  & .line.here .keys > em, & .line:hover .keys > em { background: var(--surface); }
  & .key { display: inline-flex; align-items: center; gap: 2px; }
  & .key > svg { color: var(--text-3); }
  & .key > button {
    display: grid; place-content: center; width: 18px; height: 18px; min-width: var(--press); min-height: var(--press); padding: 0; border: 0; border-radius: 50%; background: transparent;
    color: var(--text-3); cursor: pointer; opacity: 0;
  }
  & .line:hover .key > button, & .line.here .key > button { opacity: 1; }
  & .key > button:hover { background: var(--bad-soft); color: var(--bad); }
  & .acts { flex: none; display: flex; justify-content: flex-end; width: 92px; }
  & .gap { width: max(28px, var(--press)); }
  @media (hover: none) { & .key > button { opacity: 1; } }
  &[data-narrow] .line { flex-wrap: wrap; align-content: center; gap: 0 8px; padding: 0 12px; }
  &[data-narrow] .of { padding: 0 12px 6px; }
  &[data-narrow] .name { flex: 1 1 100%; line-height: 22px; }
  &[data-narrow] .where { display: none; }
  &[data-narrow] .keys { flex: 1 1 0; height: 44px; }
  &[data-narrow] .acts { width: auto; }
  &[data-narrow] .gap { display: none; }
`

/** The place that hears keys while they are recorded. */
export const Recorder = styled.div`
  & > .box {
    display: grid; place-content: center; gap: 6px; min-height: 84px; padding: 10px; border: 1px dashed var(--line-strong); border-radius: 8px;
    background: var(--surface-2); color: var(--text-3); text-align: center;
  }
  & > .box:focus { border-style: solid; border-color: var(--accent); outline: none; }
  & > .box > div { display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; }
  & > .box > div > span { font-size: 16px; line-height: 26px; padding: 0 10px; }
  & > p { margin: 8px 0; font-size: 12px; color: var(--text-3); }
  & > ul { margin: 8px 0; color: var(--bad); }
  & > ul > li { padding: 2px 0 2px 20px; position: relative; overflow-wrap: anywhere; }
  & > ul > li > svg { position: absolute; left: 0; top: 5px; }
  & > ul > .soft { color: var(--wait); }
  & > fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; margin: 10px 0 0; padding: 8px 0 0; border: 0; border-top: 1px solid var(--line); }
  & > fieldset > legend { float: left; flex-basis: 100%; width: 100%; padding: 0; font-size: 12px; color: var(--text-3); }
  & > fieldset label { display: inline-flex; align-items: center; gap: 5px; min-height: var(--press); }
  & select { height: 28px; min-height: var(--press); padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); }
`

/** Keys as text that are looked at before they are used. */
export const Imported = styled.div`
  & > textarea {
    width: 100%; min-height: 150px; padding: 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface);
    font: 12px/1.5 var(--font-mono); resize: vertical;
  }
  & > p { margin: 6px 0; color: var(--text-2); }
  & > .files { display: flex; align-items: center; gap: 8px; margin: 6px 0; }
  & > h3 { margin: 10px 0 4px; color: var(--text); }
  & > ul { max-height: 34vh; overflow: auto; }
  & > ul > li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; padding: 3px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  & > ul > li > b { flex: 1 1 180px; min-width: 0; font-weight: 400; color: var(--text); }
  & > .bad { color: var(--bad); }
`
