import sanitize from 'sanitize-html'
import { plain, type StoreKind } from './kind.ts'

/** Allowed content of rich text: words and their order. No pictures (links to files expire), no styles, no scripts. */
const RICH: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'sub', 'sup', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // whoever follows a link takes nothing along and gives the page behind no hold on this one
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
}

/** Rich text as it may be kept. Saying it twice changes nothing. */
export const sanitizeHtml = (value: string): string => sanitize(value, RICH)

/** The words of rich text, without its marks; paragraphs are apart. Pure. */
export const textOf = (value: string): string =>
  sanitize(value.replace(/<(?:\/(?:p|li|h[1-4]|tr|blockquote)|br\s*\/?)>/gi, '$&\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })

/**
 * Rich text is cleaned on its way into the column, whoever writes: what is read never holds more than words and their
 * order.
 */
export const html: StoreKind = {
  ...plain(() => 'text collate "C"'),
  write: (value) => sanitizeHtml(String(value)),
  same: (value) => (typeof value === 'string' ? sanitizeHtml(value) : value),
  filterProblem: () => null,
}
