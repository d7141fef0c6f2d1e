import { styled } from 'styled-components'

/** The look of a record's pane and page. Cells are plain elements; only the frame is styled. */
export const Pane = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
  height: 100%;
  background: var(--surface);
  position: relative;
  & > .record-mask {
    position: absolute; inset: 0; z-index: 3; display: grid; place-content: center; padding: 16px; text-align: center; font-weight: 600;
    background: color-mix(in srgb, var(--surface) 78%, transparent);
  }

  & .record-head { display: flex; align-items: center; gap: 10px; padding: 5px 12px 3px; min-height: 38px; }
  & .record-head h2, & .record-head h1 { display: flex; gap: 6px; font-size: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-variant-numeric: tabular-nums; }
  & .record-head .room { flex: 1; }
  /* the name comes before the state, which the facts show as well */
  @media (max-width: 767px) {
    & .record-head { gap: 6px; padding: 3px 4px; }
    & .record-head :is(h1, h2) > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    & .record-head > .badge { flex: 0 100 auto; min-width: 44px; display: block; overflow: hidden; text-overflow: ellipsis; }
    & .record-head > .badge::before { display: inline-block; margin-right: 4px; vertical-align: 1px; }
  }

  & .record-tabs { display: flex; gap: 2px; padding: 0 8px; border-bottom: 1px solid var(--line); overflow-x: auto; flex: none; }
  & .record-tabs button {
    border: 0; background: transparent; min-height: var(--press); padding: 6px 8px; color: var(--text-2); cursor: pointer; white-space: nowrap;
    border-bottom: 2px solid transparent; margin-bottom: -1px;
  }
  & .record-tabs button:hover { color: var(--text); }
  & .record-tabs button[aria-selected='true'] { color: var(--accent); border-bottom-color: var(--accent); }
  & .record-tabs small { color: var(--text-3); margin-left: 4px; font-variant-numeric: tabular-nums; }

  & .record-body { flex: 1; min-height: 0; overflow: auto; padding: 8px 12px; position: relative; container-type: inline-size; }
  & .record-body[aria-busy='true'] { opacity: 0.55; }
  & .empty, & .record-missing { color: var(--text-3); padding: 16px 0; }
  & > .waiting { padding: 16px 12px; }
  & .held > .waiting { position: absolute; }
  & .held > [data-other] { visibility: hidden; }
  & .failed { color: var(--bad); }

  & .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(224px, 22%), 1fr)); gap: 2px 16px; }
  & .facts + .facts { margin-top: 4px; }
  @container (max-width: 699px) { & .facts > [data-span='wide'] { grid-column: 1 / -1; } }
  /* Little room: short values side by side, long ones across. */
  @container (min-width: 380px) and (max-width: 463px) {
    & .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    & .facts > [data-span] { grid-column: 1 / -1; }
    & .facts.texts { grid-template-columns: 1fr; }
  }
  & .unset { margin-top: 4px; color: var(--text-3); overflow-wrap: anywhere; }
  & .facts-head { margin: 8px 0 2px; font-size: inherit; font-weight: 600; }
  & .facts.texts { grid-template-columns: 1fr; }
  & .facts > div { display: grid; grid-template-columns: 104px minmax(0, 1fr); gap: 6px; align-items: baseline; }
  & .facts > [data-span='rows'] { display: block; grid-column: 1 / -1; min-width: 0; }
  & .facts dt { color: var(--text-3); overflow-wrap: anywhere; }
  & .facts dd { min-width: 0; overflow-wrap: anywhere; display: flex; gap: 6px; align-items: baseline; }
  & .facts.amounts dd { font-family: var(--font-num); font-variant-numeric: tabular-nums; }
  & .facts.texts dd { white-space: pre-wrap; }
  & .fact-copy { border: 0; padding: 0; margin: 0; background: transparent; text-align: left; cursor: copy; border-radius: 3px; white-space: inherit; overflow-wrap: anywhere; }
  & .fact-copy:hover { background: var(--accent-soft); }
  & .fact-none { color: var(--text-3); }

  & .rich { white-space: normal; line-height: 1.6; }
  & .rich ul { list-style: disc; padding-left: 22px; }
  & .rich ol { list-style: decimal; padding-left: 22px; }
  & .rich blockquote { border-left: 3px solid var(--line-strong); padding-left: 10px; color: var(--text-2); }
  & .rich :is(h1, h2, h3, h4) { font-weight: 600; margin: 6px 0 2px; }
  & .rich a { color: var(--accent); }
  & .files { display: flex; flex-wrap: wrap; gap: 6px 12px; }
  & .files a { display: inline-flex; align-items: center; gap: 6px; overflow-wrap: anywhere; }
  & .files img { width: 56px; height: 56px; object-fit: cover; border-radius: var(--radius); background: var(--surface-3); }
  & .chips { display: flex; flex-wrap: wrap; gap: 4px; }
  & .chips > li { padding: 0 8px; border-radius: var(--radius); background: var(--accent-soft); }

  & .table-frame { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  & .table-frame[data-scrolls] { scrollbar-width: thin; box-shadow: inset -14px 0 10px -12px var(--text-3); }
  & table { width: 100%; font-variant-numeric: tabular-nums; }
  & caption { text-align: left; color: var(--text-3); padding: 4px 8px; }
  & th, & td { height: var(--row-h); padding: 0 8px; white-space: nowrap; text-align: left; border-bottom: 1px solid var(--line); max-width: 260px; overflow: hidden; text-overflow: ellipsis; }
  & th { color: var(--text-2); font-weight: 600; background: var(--surface-2); }
  & .right { text-align: right; font-family: var(--font-num); }
  & :is(th, td).apart { padding-right: 24px; }
  & tbody tr:hover { background: var(--surface-2); }
  & tbody tr:last-child td { border-bottom: 0; }
  & tfoot td, & tfoot th { font-weight: 600; border-top: 1px solid var(--line-strong); border-bottom: 0; background: var(--surface-2); }
  & .more { margin-top: 8px; }

  & .timeline { display: flex; flex-direction: column; gap: 0; }
  & .timeline > li { display: grid; grid-template-columns: 138px minmax(0, 1fr); gap: 12px; padding: 6px 0; border-bottom: 1px solid var(--line); }
  & .timeline > li:last-child { border-bottom: 0; }
  & .timeline time { color: var(--text-3); font-variant-numeric: tabular-nums; }
  & .timeline .what { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
  & .timeline .who { color: var(--text-2); }
  & .timeline .why { margin-top: 3px; white-space: pre-wrap; overflow-wrap: anywhere; }
  & .parts { margin: 0; padding: 0; list-style: none; }
  & .parts li { display: grid; grid-template-columns: minmax(90px, 140px) minmax(0, auto); gap: 8px; justify-content: start; }
  & .parts li > span:first-child { color: var(--text-2); }
  & .changes { display: flex; flex-direction: column; gap: 4px; margin: 0; padding: 0; list-style: none; }
  & .changes li { display: grid; grid-template-columns: minmax(90px, 140px) minmax(0, auto) 16px minmax(0, auto); gap: 8px; align-items: baseline; justify-content: start; }
  & .changes li > span:first-child { color: var(--text-2); }
  & .changes :is(del, ins) { text-decoration: none; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  & .changes del { color: var(--text-2); text-decoration: line-through; }
  & .changes ins { color: var(--text); font-weight: 600; }
  & .changes .arrow { color: var(--text-3); }
  & .timeline .arrow { color: var(--text-3); }

  & .blocks { display: grid; gap: 12px; }
  & .blocks section { display: grid; gap: 4px; min-width: 0; }
  & .blocks strong { color: var(--text-2); font-weight: 600; }

  & .compare-frame { max-width: 860px; }
  & .compare thead td { background: var(--surface-2); }
  & .compare th[scope='row'] { color: var(--text-3); font-weight: 400; background: transparent; }
  & .compare td { white-space: normal; overflow-wrap: anywhere; }
  & .compare tr[data-differs] td:not(.mark) { background: var(--wait-soft); }
  & .compare .mark { color: var(--wait); width: 1%; white-space: nowrap; }

  & .sums { margin-bottom: 8px; padding: 5px 10px; border-radius: var(--radius); background: var(--surface-2); }
  & .sums .lines { display: grid; grid-template-columns: repeat(var(--terms), minmax(min-content, 1fr)); gap: 2px 0; }
  & .sums .lines dl { display: contents; }
  & .sums .lines dl > div { display: grid; align-content: center; justify-items: end; text-align: right; padding: 0 16px 0 0; }
  & .sums dt { width: 0; min-width: 100%; color: var(--text-3); font-size: 12px; line-height: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & .sums dd { position: relative; white-space: nowrap; font-family: var(--font-num); line-height: 19px; }
  & .sums dd::before { content: attr(data-sign); position: absolute; right: 100%; margin-right: 6px; color: var(--text-3); }
  & .sums .lines [data-line='='] dd { font-weight: 600; font-size: 14px; }
  & .sums .agrees { position: absolute; left: 100%; top: 0; margin-left: 5px; line-height: 19px; color: var(--good); }
  & .sums .failed { display: block; font-size: 12px; white-space: normal; }
  /* Components of an amount above: its name first, then the parts. */
  & .sums .parts-of { display: flex; flex-wrap: wrap; gap: 0 6px; margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--line); font-size: 12px; }
  & .sums .parts-of > div { display: flex; gap: 5px; align-items: baseline; }
  /* names stand beside their amounts here: without a width of their own they would lie over them */
  & .sums .parts-of dt { width: auto; min-width: auto; overflow: visible; }
  & .sums .parts-of > [data-line='+']::before { content: '+'; color: var(--text-3); }
  & .sums .parts-of > [data-line='-']::before { content: '−'; color: var(--text-3); }
  & .sums .parts-of > [data-line='='] { order: -1; }
  & .sums .parts-of > [data-line='=']::after { content: '='; color: var(--text-3); }
  & .sums .parts-of dd::before { content: none; }
  & .sums .parts-of .agrees { position: static; margin: 0; }
  @container (min-width: 860px) {
    & .sums { display: flex; gap: 4px 40px; align-items: center; }
    & .sums .lines { grid-template-columns: repeat(var(--terms), minmax(104px, auto)); }
    & .sums .parts-of { margin: 0; padding: 0; border: 0; }
  }
  @container (max-width: 379px) {
    & .sums:not([data-wide]) .lines dl > div { padding-right: 14px; }
    & .sums[data-wide] .lines { display: block; }
    & .sums[data-wide] .lines dl { display: block; }
    & .sums[data-wide] .lines dl + dl { border-top: 1px solid var(--line); padding-top: 8px; }
    & .sums[data-wide] .lines dl > div { grid-template-columns: minmax(0, 1fr) auto; align-items: baseline; padding: 0 18px 0 0; line-height: 22px; }
    & .sums[data-wide] dt { justify-self: start; width: auto; min-width: 0; font-size: inherit; }
    & .sums[data-wide] .lines dd { padding-left: 18px; }
    & .sums[data-wide] .lines dd::before { right: auto; left: 0; margin: 0; }
  }

  & .part + .part { margin-top: 10px; padding-top: 8px; border-top: 1px solid var(--line); }
  & .part { position: relative; }
  & .part > :is(h2, h3):not(.visually-hidden) { margin-bottom: 4px; line-height: 20px; }
  /* Count beside the title. */
  & .part caption { position: absolute; top: 8px; right: 0; padding: 0; line-height: 20px; }
  & .part:has(> div > .empty) { display: flex; gap: 12px; align-items: baseline; }
  & .part :is(.empty, .trouble) { padding: 0; }
  & .part:has(> div > .empty) > :is(h2, h3) { margin-bottom: 0; }
  & .part > div:has(> .empty) { display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; }
  & .part .empty + button { margin-top: 0; }

  & .steps { counter-reset: step; max-width: 640px; }
  & .steps li { counter-increment: step; display: flex; gap: 10px; align-items: center; min-height: var(--row-h); padding: 2px 0; border-bottom: 1px solid var(--line); }
  & .steps li:last-child { border-bottom: 0; }
  & .steps li::before { content: counter(step); display: grid; place-content: center; width: 20px; height: 20px; border-radius: 50%; background: var(--surface-2); color: var(--text-2); font-size: 11px; flex: none; }
  & .steps .what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  & .steps .within { color: var(--text-2); }
  & .steps .what.within { padding-inline-start: 12px; }
  & .steps .num { font-family: var(--font-num); font-variant-numeric: tabular-nums; }

  & .downloads { display: flex; flex-wrap: wrap; gap: 8px; }

  & .related { max-width: 640px; }
  & .related :is(h2, h3) small { color: var(--text-3); font-weight: 400; }
  & .related :is(h2, h3) { color: var(--text-2); margin: 6px 0 2px; font-weight: 400; }
  & .related :is(h2, h3):first-child { margin-top: 0; }
  & .related li { display: flex; gap: 10px; align-items: center; min-height: var(--row-h); }
  & .related .room { flex: 1; }
`

export const Notice = styled.div`
  margin: 8px 12px;
  padding: 8px 10px;
  border-radius: var(--radius);
  color: var(--wait);
  background: var(--wait-soft);
  display: flex;
  gap: 10px;
  align-items: start;
  & p + p { margin-top: 3px; }
  & .room { flex: 1; }
`

export const Page = styled.div`
  flex: 1;
  min-height: 0;
  display: flex;
  flex-direction: column;
  & > .pane { flex: 1; min-height: 0; position: relative; }
  /* beside its evidence the record keeps a third of the page */
  & > .pane:has(> .evidence > section) > section { margin-left: auto; width: max(360px, 36%); border-left: 1px solid var(--line-strong); }
  & > .pane > .evidence > section { right: max(360px, 36%); }
  @media (max-width: 767px) { & > .pane > .evidence > section { right: 0; } }
  & .record-missing { color: var(--text-2); padding: 24px 16px; }
  & > :is(.waiting, .trouble) { padding: 4px 16px; }
  @media (max-width: 767px) { & > .decisions kbd { display: none; } }
  & > .decisions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 16px; border-top: 1px solid var(--line); flex: none; background: var(--surface-2); }
`
