/** Numbers of more digits are shown by nobody as they were typed. */
const EXACT_NUMBER_MAX = 10 ** 15

/**
 * A number as a format shows it that fills up zeros and sets fixed letters between (`00000`, `"NO."0000`, `000-0000`,
 * `0.00`); null for formats that do something else, and where nothing is lost without the format. Pure.
 */
export function zerosShown(value: number, format: string): string | null {
  if (value < 0 || value >= EXACT_NUMBER_MAX) return null
  const [section = ''] = format.match(/^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])*/) ?? []
  // a condition chooses between sections; a colour or a language says nothing of the digits
  if (/\[[<>=]/.test(section)) return null
  const tokens = section.replace(/\[[^\]]*\]/g, '').match(/"[^"]*"|[\\_*].|./gs) ?? []
  const parts = tokens.map((token) => {
    if (/^[0#?.]$/.test(token)) return { digit: token, literal: '' }
    if (/^[_*]/.test(token)) return { digit: '', literal: '' }
    if (/^["\\]/.test(token)) return { digit: '', literal: token.replace(/^"|"$|^\\/g, '') }
    return /^[-/() :+]$/.test(token) ? { digit: '', literal: token } : null
  })
  if (parts.some((part) => part === null)) return null
  const [whole = [], decimals, ...more] = splitAtPoint(parts as Part[])
  if (more.length > 0) return null
  if (decimals?.some(({ digit }) => digit === '#' || digit === '?')) return null
  const [digits = '', rest = ''] = String(value).split('.')
  const places = decimals?.filter(({ digit }) => digit === '0').length ?? 0
  if (!/^\d+$/.test(digits) || rest.length > places || !whole.some(({ digit }) => digit === '0')) return null
  const shown = filled(whole, digits) + (decimals ? `.${filled(decimals, rest.padEnd(places, '0'))}` : '')
  return shown === String(value) ? null : shown
}

interface Part {
  readonly digit: string
  readonly literal: string
}

/** Parts before and after each point. */
function splitAtPoint(parts: readonly Part[]): Part[][] {
  const found: Part[][] = [[]]
  for (const part of parts)
    if (part.digit === '.') found.push([])
    else found.at(-1)?.push(part)
  return found
}

/** Digits in their places from the right; what has no place stands before the first. */
function filled(parts: readonly Part[], digits: string): string {
  const left = [...digits]
  const places = parts.filter(({ digit }) => digit !== '').length
  let shown = ''
  let place = places
  for (const { digit, literal } of [...parts].reverse()) {
    if (digit === '') {
      shown = literal + shown
      continue
    }
    place--
    const one = left.pop()
    shown = (place === 0 ? left.splice(0).join('') : '') + (one ?? (digit === '0' ? '0' : '')) + shown
  }
  return shown
}
