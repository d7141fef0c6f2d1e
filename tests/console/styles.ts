type Kept = WeakMap<Element, Map<string, CSSStyleDeclaration>>

/** Pages whose styles are kept: files that share a process share its page. */
const pages = globalThis as { stylesKeptOf?: Document }

/**
 * Keeps computed styles until the page or a style sheet changes. Queries by role ask for the styles of an element, of
 * all that it is in and of what stands before and after it, and jsdom goes through every rule of every sheet each time.
 */
export function keepStyles(): void {
  if (pages.stylesKeptOf === document) return
  pages.stylesKeptOf = document
  const compute = window.getComputedStyle.bind(window)
  let styles: Kept = new WeakMap()
  const forget = () => {
    styles = new WeakMap()
  }
  const changes = new MutationObserver(forget)
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // what rules can ask of an element besides what stands in the page
  for (const event of ['focusin', 'focusout', 'input', 'change']) document.addEventListener(event, forget, true)
  for (const name of ['insertRule', 'deleteRule'] as const) {
    const real = CSSStyleSheet.prototype[name] as (...args: unknown[]) => never
    CSSStyleSheet.prototype[name] = function (this: CSSStyleSheet, ...args: unknown[]) {
      forget()
      return real.apply(this, args)
    }
  }
  window.getComputedStyle = (element, pseudo) => {
    if (changes.takeRecords().length > 0) forget()
    const of = styles.get(element) ?? new Map<string, CSSStyleDeclaration>()
    styles.set(element, of)
    const found = of.get(pseudo ?? '') ?? compute(element, pseudo)
    of.set(pseudo ?? '', found)
    return found
  }
}
