const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" }

/**
 * The words of rich text in one line, for cells, histories, palette and files. Pure; what comes out is plain text and
 * has to be escaped like any other.
 */
export const wordsOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
