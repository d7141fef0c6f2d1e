import styled from 'styled-components'

/** Styles of the palette: one wrapper, plain names inside, so that a keystroke makes no new styles. */
export const Look = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  flex: 1;
  [cmdk-root] { display: flex; flex-direction: column; min-height: 0; flex: 1; }
  button { border: 0; background: none; color: inherit; cursor: pointer; }

  .line { display: flex; align-items: center; gap: 10px; flex: none; height: 54px; padding: 0 16px; color: var(--text-3); }
  [cmdk-input] { flex: 1; min-width: 0; height: 100%; padding: 0; border: 0; background: none; color: var(--text); font: 400 16px/24px var(--font); }
  [cmdk-input]:focus-visible { outline: none; }
  .crumb {
    flex: 0 1 auto; min-width: 0; max-width: 50%; padding: 0 8px; border-radius: 5px; background: var(--accent-soft); color: var(--text);
    line-height: 24px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  }
  .back { display: grid; place-content: center; width: 28px; height: 28px; margin: 0 -6px; padding: 0; border-radius: var(--radius); }
  .back:hover { background: var(--surface-3); color: var(--text); }
  .leave { padding: 4px 0; }
  .leave .touch { display: none; }

  .chips { display: flex; flex: none; gap: 6px; padding: 0 16px 11px; overflow-x: auto; scrollbar-width: none; }
  .chips button {
    display: flex; align-items: center; gap: 6px; flex: none; height: 24px; padding: 0 9px 0 7px; border: 1px solid var(--line); border-radius: 12px;
    color: var(--text-2); font-size: 12px; white-space: nowrap;
  }
  .chips button i { min-width: 8px; color: var(--text-3); font: 600 12px/1 var(--font-mono); text-align: center; }
  .chips button:hover { border-color: var(--line-strong); color: var(--text); }
  .chips button[aria-pressed='true'] { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); }
  .chips button[aria-pressed='true'] i { color: inherit; }

  /* As high as what is listed: the height moves, what is under the eye does not. */
  [cmdk-list] {
    height: min(var(--cmdk-list-height, 0px), 452px, calc(100dvh - max(12px, 9vh) - 170px));
    overflow: auto; overscroll-behavior: contain; scroll-padding: 6px; border-top: 1px solid var(--line); transition: height 110ms ease-out;
  }
  [cmdk-list][data-none] { height: 0; border: 0; overflow: hidden; }
  [cmdk-list-sizer] { padding: 6px 8px; }
  [cmdk-group] + [cmdk-group] { margin-top: 4px; }
  [cmdk-group][data-line] + [cmdk-group][data-line] { padding-top: 4px; border-top: 1px solid var(--line); }
  [cmdk-group-heading] { padding: 6px 10px 3px; color: var(--text-3); font-size: 12px; line-height: 18px; }
  [cmdk-item] {
    display: flex; align-items: center; gap: 10px; height: 36px; padding: 0 10px; border-radius: 7px; color: var(--text); cursor: pointer;
  }
  [cmdk-item] > svg { color: var(--text-3); }
  [cmdk-item][data-selected='true'] { background: var(--accent-soft); }
  [cmdk-item][data-selected='true'] > svg { color: var(--accent); }
  [cmdk-item][data-selected='true'] :is(.also, .note) { color: var(--text-2); }
  [cmdk-item][data-danger] > svg, [cmdk-item][data-danger] .title { color: var(--bad); }
  [cmdk-item][data-why], [cmdk-item][data-why] .title { color: var(--text-3); cursor: not-allowed; }
  .title { flex: 0 1 auto; min-width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .also { flex: 0 12 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); font-size: 12px; }
  .note { flex: 1 1 0; min-width: 40px; text-align: right; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); font-size: 12px; }
  .count { color: var(--accent); font-weight: 600; }
  .more { display: grid; place-content: center; width: 24px; height: 24px; margin: 0 -4px 0 -6px; border-radius: 5px; color: var(--text-3); visibility: hidden; }
  [cmdk-item][data-selected='true'] .more { visibility: visible; }
  .more:hover { background: var(--surface); color: var(--text); }
  mark { background: none; color: inherit; text-decoration: underline 1.5px var(--accent); text-underline-offset: 3px; }

  .empty { flex: none; padding: 20px 18px 22px; border-top: 1px solid var(--line); color: var(--text-2); overflow-wrap: anywhere; }
  .empty small { display: block; margin-top: 4px; color: var(--text-3); }
  .empty button { padding: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 3px; }
  .foot {
    display: flex; align-items: center; gap: 4px; flex: none; min-height: 38px; padding: 0 8px 0 18px; border-top: 1px solid var(--line);
    background: var(--surface-2); color: var(--text-3); font-size: 12px;
  }
  .foot > span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .foot > .walk { flex: none; }
  .chips > span { flex: none; line-height: 24px; color: var(--text-2); font-size: 12px; }
  .foot [data-problem] { color: var(--bad); white-space: normal; }
  .foot button { flex: none; height: 26px; padding: 0 8px; border-radius: 5px; color: var(--text-2); white-space: nowrap; }
  .foot button:hover { background: var(--surface-3); color: var(--text); }
  .foot kbd { margin-left: 4px; }

  @media (max-width: 640px) {
    .line { height: 52px; padding: 0 12px; }
    .chips { padding: 0 12px 10px; }
    .chips button { height: 30px; padding: 0 12px 0 10px; border-radius: 15px; }
    [cmdk-list] { flex: 0 1 auto; height: auto; max-height: none; transition: none; }
    [cmdk-item] { height: 46px; }
    .foot { margin-top: auto; }
    .foot[data-quiet] { display: none; }
    .foot button { display: none; }
  }
  @media (hover: none), (pointer: coarse) {
    kbd { display: none; }
    .leave .touch { display: inline; color: var(--accent); }
    .more { visibility: visible; width: 44px; height: 44px; margin-right: -10px; }
    .chips button { height: 44px; border-radius: 22px; }
    .back, .leave { min-width: 44px; min-height: 44px; }
  }
`
