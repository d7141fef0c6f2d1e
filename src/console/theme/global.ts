import { createGlobalStyle } from 'styled-components'
import { print } from './print.ts'
import { dark, light, variables } from './tokens.ts'

/**
 * Variables of both themes and the few global rules. `data-theme` on <html> is light, dark or system. Shadows are part
 * of a theme, too: dark surfaces are distinguished by lines, not by shade.
 *
 * `--status-h` is the line of the status bar (on a phone a message needs two), `--press` the least height of what is
 * pressed (a finger needs 44 px). `late`: what takes longer than a glance says so. Where nobody types (a finger) no keys
 * are told, and letters of fields are as large as phones want them, which else zoom in.
 */
export const GlobalStyle = createGlobalStyle`
  :root {
    --status-h: 26px;
    @media (max-width: 599px) { --status-h: 40px; }
    --press: 0px;
    @media (pointer: coarse) { --press: 44px; }
    ${variables(light)}
    --shadow: 0 1px 2px rgb(16 32 38 / 6%), 0 8px 28px rgb(16 32 38 / 14%);
    --radius: 6px;
    --row-h: 28px;
    --font: "Segoe UI", Roboto, "Helvetica Neue", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei", sans-serif;
    --font-num: var(--font);
    --font-mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace;
    color-scheme: light;
  }
  :root[data-theme='dark'] {
    ${variables(dark)}
    --shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 12px 36px rgb(0 0 0 / 55%);
    color-scheme: dark;
  }
  @media (prefers-color-scheme: dark) {
    :root[data-theme='system'] {
      ${variables(dark)}
      --shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 12px 36px rgb(0 0 0 / 55%);
      color-scheme: dark;
    }
  }
  *, *::before, *::after { box-sizing: border-box; }
  html { height: 100%; -webkit-text-size-adjust: 100%; }
  body {
    margin: 0;
    height: 100%;
    overflow: hidden;
    background: var(--bg);
    color: var(--text);
    font: 13px/1.5 var(--font);
    font-variant-numeric: tabular-nums;
    -webkit-font-smoothing: antialiased;
    -moz-osx-font-smoothing: grayscale;
  }
  #root { height: 100%; }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  h1, h2, h3, h4 { font-size: inherit; font-weight: 600; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  button { font-variant-numeric: inherit; }
  a { color: var(--accent); text-decoration: none; }
  a:hover { text-decoration: underline; }
  table { border-collapse: collapse; }
  :focus { outline: none; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  ::selection { background: var(--accent-soft); color: var(--text); }
  ::placeholder { color: var(--text-3); opacity: 1; }
  input:placeholder-shown { text-overflow: ellipsis; }
  [hidden] { display: none !important; }
  .visually-hidden {
    position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0;
    overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0;
  }
  .trouble { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 6px 0; }
  .trouble > .failed { color: var(--bad); overflow-wrap: anywhere; }
  @keyframes late { from { visibility: hidden; } }
  .waiting { color: var(--text-3); animation: late 0s linear 0.3s both; }
  .num { font-family: var(--font-num); font-variant-numeric: tabular-nums; }
  .badge {
    display: inline-flex; align-items: center; gap: 4px; height: 20px; padding: 0 7px;
    border-radius: 10px; font-size: 12px; line-height: 20px; white-space: nowrap;
    color: var(--off); background: var(--off-soft);
  }
  .badge::before { content: ''; width: 6px; height: 6px; border-radius: 50%; background: currentColor; flex: none; }
  .badge[data-tone='good'] { color: var(--good); background: var(--good-soft); }
  .badge[data-tone='bad'] { color: var(--bad); background: var(--bad-soft); }
  .badge[data-tone='wait'] { color: var(--wait); background: var(--wait-soft); }
  .badge[data-tone='busy'] { color: var(--busy); background: var(--busy-soft); }
  kbd, .kbd {
    display: inline-block; min-width: 18px; padding: 0 4px; height: 18px; line-height: 17px;
    border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 4px;
    background: var(--surface); color: var(--text-2);
    font-family: var(--font); font-size: 11px; font-style: normal; text-align: center; white-space: nowrap;
  }
  @media (hover: none), (pointer: coarse) {
    kbd, .kbd { display: none !important; }
  }
  @media (pointer: coarse) {
    input, select, textarea { font-size: 16px !important; }
  }
  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after { animation-duration: 0.01ms !important; transition-duration: 0.01ms !important; }
  }
  @media (forced-colors: active) {
    .badge::before { forced-color-adjust: none; }
  }
  ${print}
`
