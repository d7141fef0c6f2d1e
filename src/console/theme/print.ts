import { css } from 'styled-components'
import { light, variables } from './tokens.ts'

/**
 * Print styles of a page with a record: the record whole, on white, without the bars and buttons around it. Boxes that
 * scroll on the screen are as high as what is in them. A list beside its record is left out, and so are
 * comments, which are internal.
 */
export const print = css`
  @page { size: A4; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) ' / ' counter(pages); font-size: 9pt; color: #555; } }
  @media print {
    :root, :root[data-theme] { ${variables(light)} --shadow: none; color-scheme: light; }
    html, body, #root { height: auto !important; overflow: visible !important; background: #fff !important; }
    body > :not(#root):not([data-print]), [data-frame] > :not([data-centre]), [data-centre] > :not([data-stage]), [data-stage] > :not(.screen) { display: none !important; }
    [data-frame], [data-centre], [data-stage], [data-stage] > .screen, main, .pane, .preview, .preview > .record, [data-record], .record-body {
      display: block !important; position: static !important; height: auto !important; min-height: 0 !important; max-height: none !important;
      width: auto !important; max-width: none !important; overflow: visible !important; border: 0 !important;
    }
    main > * , main > * > * { height: auto !important; max-height: none !important; overflow: visible !important; }
    main:has([data-record]) :is(.list, .split, form[role='search'], fieldset, [role='toolbar']) { display: none !important; }
    :is(.tools, .decisions, .acts, .over, .record-tabs, .more, .downloads, kbd), main button:not(.fact-copy) { display: none !important; }
    :is(.record-body, [data-record]) :is(textarea, textarea ~ *) { display: none !important; }
    .part:has([data-takes='comments']) { display: none !important; }
    .record-body { container-type: normal !important; padding: 0 !important; }
    [data-kind]::before { content: attr(data-kind); display: block; margin: 0 0 6pt; font-size: 9pt; color: #555; }
    .facts:not(.texts) { grid-template-columns: 1fr 1fr !important; }
    .facts dd > a[aria-label] { display: none !important; }
    .part > div { height: auto !important; }
    .part caption { position: static !important; }
    .table-frame { overflow: visible !important; box-shadow: none !important; }
    .table-frame table { width: 100% !important; min-width: 0 !important; table-layout: auto !important; }
    .table-frame :is(th, td) { white-space: normal !important; overflow: visible !important; max-width: none !important; min-width: 4em; padding: 3pt 4pt !important; font-size: 8.5pt; line-height: 1.35; overflow-wrap: break-word; }
    .table-frame :is(td, th).right { white-space: nowrap !important; }
    tr, .facts > div, .timeline > li { break-inside: avoid; }
    h2, h3, h4, caption, thead { break-after: avoid; }
    .table-frame tbody > tr:first-child { break-before: avoid; }
  }
`
