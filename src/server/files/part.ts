/** A part of a file, bytes, both ends included. */
export interface Part {
  readonly from: number
  readonly to: number
}

/**
 * Bytes of a file that a `Range` header requests (RFC 9110 14.1.2): null for the whole file and for several ranges,
 * which are answered by the whole file; `beyond` where the range begins behind the end. Pure.
 */
export function requestedPart(header: string, size: number): Part | 'beyond' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!found) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'beyond' : { from: Math.max(0, size - length), to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'beyond' : { from, to }
}
