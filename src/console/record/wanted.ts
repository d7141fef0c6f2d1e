let wanted = ''

const first = (code: string): HTMLElement | null => document.querySelector(`[data-takes="${code}"] [tabindex="0"]`)

/** The content of this section takes the keyboard: now, or as soon as it is there (`taken`). */
export function want(code: string): void {
  wanted = code
  taken(code)
}

/** Called by a section whose content has loaded: it takes the focus if the person navigated to it. */
export function taken(code: string): void {
  const place = wanted === code && first(code)
  if (!place) return
  wanted = ''
  place.focus()
}
