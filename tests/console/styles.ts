type Kept = WeakMap<Element, Map<string, CSSStyleDeclaration>>

/** Pages whose styles are kept: files that share a process share its page. */
const pages = globalThis as { stylesKeptOf?: Document }

/**
 * Styles that tests check: whether an element is shown, may be clicked or covers another, and its generated content.
 */
const ASKED = /^\s*(display|visibility|opacity|pointer-events|content|position)\s*:/

/** A rule without the declarations that no test asks for: jsdom reads each of them for each element it matches. */
const onlyAsked = (rule: string): string =>
  rule.replace(/^([^{}@]*)\{([^{}]*)\}$/, (_, selector, declarations: string) => {
    const kept = declarations.split(';').filter((d) => ASKED.test(d))
    return `${selector}{${kept.join(';')}}`
  })

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
  // states of an element that rules depend on besides the document
  for (const event of ['focusin', 'focusout', 'input', 'change']) document.addEventListener(event, forget, true)
  const { insertRule, deleteRule } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.insertRule = function (rule, index) {
    forget()
    return insertRule.call(this, onlyAsked(rule), index)
  }
  CSSStyleSheet.prototype.deleteRule = function (index) {
    forget()
    deleteRule.call(this, index)
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
