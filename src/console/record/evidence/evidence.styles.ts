import { styled } from 'styled-components'

/** The evidence over its list: a head of one line, its files by name, and what is looked at. */
export const Frame = styled.section`
  position: absolute; inset: 0; z-index: 6; display: flex; flex-direction: column; min-width: 0; background: var(--surface);
  &:focus { outline: none; }
  &:focus-visible > header { box-shadow: inset 0 2px 0 var(--focus); }
  & > header { flex: none; display: flex; align-items: center; gap: 8px; min-height: 38px; padding: 3px 8px 3px 12px; border-bottom: 1px solid var(--line); }
  & > header > h2 { flex: 0 1 auto; min-width: 0; font-size: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > header > h2 > small { color: var(--text-2); font-weight: 400; font-size: 13px; font-variant-numeric: tabular-nums; }
  & > header > .at { flex: none; color: var(--text-3); font-variant-numeric: tabular-nums; }
  & > header > .room { flex: 1; }
  & > header > .tools { flex: none; display: flex; align-items: center; }
  & > header > .warn { flex: none; display: inline-flex; align-items: center; gap: 5px; min-height: max(26px, var(--press)); padding: 0 8px; border: 0; border-radius: var(--radius); background: var(--wait-soft); color: var(--wait); font: inherit; cursor: pointer; }
  & .strip { flex: none; display: flex; gap: 4px; padding: 5px 8px; overflow-x: auto; scrollbar-width: thin; border-bottom: 1px solid var(--line); background: var(--surface-2); }
  & .strip button { display: inline-flex; align-items: center; gap: 5px; max-width: 240px; min-height: max(26px, var(--press)); padding: 0 8px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--text-2); font: inherit; white-space: nowrap; cursor: pointer; }
  & .strip button > small { overflow: hidden; text-overflow: ellipsis; color: var(--text-3); }
  & .strip button > svg { flex: none; }
  & .strip button[aria-current] { border-color: var(--accent); background: var(--accent-soft); color: var(--text); }
  & .cut { flex: none; padding: 4px 12px; background: var(--wait-soft); color: var(--wait); }
  & > .stage { flex: 1; min-height: 0; display: flex; background: var(--surface-3); }
  & > .stage > .waiting { padding: 16px; }
  & > .stage > .view { position: relative; flex: 1; min-width: 0; display: flex; flex-direction: column; }
  & > .stage > .view + .view { border-left: 1px solid var(--line-strong); }
  & .view > .caption { flex: none; padding: 3px 10px; background: var(--surface-2); color: var(--text-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & .view[data-acted] > .caption { background: var(--accent-soft); color: var(--accent); }
  & .picture > .waiting { padding: 16px; }
  & .centre { margin: auto; padding: 16px; display: grid; gap: 8px; justify-items: center; text-align: center; color: var(--text-2); }
  & .centre.empty { color: var(--text-3); }
  & .other a { display: inline-flex; align-items: center; gap: 6px; min-height: max(30px, var(--press)); padding: 0 12px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--accent); text-decoration: none; }
  & .other strong { color: var(--text); overflow-wrap: anywhere; }
  & .picture { position: relative; flex: 1; min-height: 0; overflow: hidden; touch-action: none; cursor: grab; }
  & .picture > img { position: absolute; left: 50%; top: 50%; max-width: none; transform-origin: center; image-orientation: from-image; user-select: none; -webkit-user-drag: none; }
  & .look { position: absolute; right: 12px; bottom: 10px; padding: 2px 8px; border-radius: var(--radius); background: rgb(8 20 24 / 66%); color: #fff; font-variant-numeric: tabular-nums; pointer-events: none; }
  & .pages { flex: 1; min-height: 0; overflow: auto; scrollbar-gutter: stable; padding: 12px; display: flex; flex-direction: column; gap: 12px; }
  & .pages:focus { outline: none; }
  & .pages > .page { flex: none; margin: 0 auto; background: #fff; box-shadow: 0 1px 4px rgb(8 20 24 / 25%); }
  & .pages > .page > canvas { display: block; width: 100%; height: 100%; }
  & .sound, & .film { flex: 1; min-height: 0; display: grid; place-items: center; padding: 12px; }
  & .sound > audio { width: min(560px, 100%); }
  & .film > video { width: 100%; height: 100%; min-height: 0; object-fit: contain; background: #000; }
  & .workbook { flex: 1; min-height: 0; display: flex; flex-direction: column; background: var(--surface); }
  & .sheets { flex: none; display: flex; gap: 2px; padding: 0 8px; overflow-x: auto; border-bottom: 1px solid var(--line); }
  & .sheets > button { min-height: max(28px, var(--press)); padding: 0 10px; border: 0; border-bottom: 2px solid transparent; background: transparent; color: var(--text-2); font: inherit; white-space: nowrap; cursor: pointer; }
  & .sheets > button[aria-selected='true'] { color: var(--accent); border-bottom-color: var(--accent); }
  & .cells { flex: 1; min-height: 0; overflow: auto; }
  & .cells:focus { outline: none; }
  & .cells table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
  & .cells :is(th, td) { height: 26px; padding: 0 8px; border-right: 1px solid var(--line); border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; max-width: 320px; overflow: hidden; text-overflow: ellipsis; }
  & .cells .right { text-align: right; font-family: var(--font-num); }
  & .cells thead :is(th, td) { position: sticky; top: 0; z-index: 1; background: var(--surface-2); color: var(--text-3); text-align: center; font-weight: 400; }
  & .cells tbody th { position: sticky; left: 0; background: var(--surface-2); color: var(--text-3); text-align: right; font-weight: 400; }
  & .cells .empty { padding: 16px; color: var(--text-3); }
  & .alike { flex: 1; min-width: 0; overflow: auto; padding: 10px 14px; background: var(--surface); }
  & .alike:focus { outline: none; }
  & .alike h3 { margin: 4px 0; font-size: 13px; font-weight: 600; }
  & .alike h3 ~ h3 { margin-top: 16px; }
  & .alike li { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; min-height: var(--row-h); padding: 3px 0; border-bottom: 1px solid var(--line); }
  & .alike .what { flex: 1 1 260px; min-width: 0; overflow-wrap: anywhere; }
  & .alike .what > small { color: var(--text-3); }
  & .alike .same { color: var(--wait); }
  & .alike .empty { color: var(--text-3); }
  & .alike li > .compared { flex: 1 0 100%; min-width: 0; scroll-margin: 8px; }
  & .alike .compare-frame { margin: 4px 0 8px; overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  & .alike table { width: 100%; }
  & .alike caption { padding: 4px 8px; text-align: left; color: var(--text-3); }
  & .alike :is(th, td) { padding: 4px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  & .alike thead :is(th, td) { background: var(--surface-2); color: var(--text-2); font-weight: 600; }
  & .alike th[scope='row'] { color: var(--text-3); font-weight: 400; min-width: 84px; }
  & .alike .mark { color: var(--wait); white-space: nowrap; }
  & .alike mark { background: var(--wait-soft); color: var(--wait); border-radius: 2px; }
  @media (max-width: 767px) {
    & > header { flex-wrap: wrap; padding: 2px 6px; gap: 2px 6px; }
    & > header > h2 { order: 0; flex: 1; }
    & > header > .room { display: none; }
    & > header > .tools { order: 3; flex: 1 0 100%; justify-content: space-between; overflow-x: auto; }
    & > .stage[data-pair] { flex-direction: column; }
    & > .stage[data-pair] > .view + .view { border-left: 0; border-top: 1px solid var(--line-strong); }
    & .pages { padding: 6px; }
  }
`
