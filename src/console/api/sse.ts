/**
 * Server-sent event as received: id, data; comments and unknown fields are dropped. An id without data tells a place
 * only: its event is "place", its data "".
 */
export interface Sent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Cuts a stream of text into events (HTML standard §9.2.6): pieces may end anywhere, also inside a line break. Feed it
 * as text comes; it returns what is whole.
 */
export function createParser(): (piece: string) => Sent[] {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  /** The current event has an id. */
  let placed = false
  return (piece) => {
    rest += piece
    const out: Sent[] = []
    for (;;) {
      const at = rest.search(/[\r\n]/)
      if (at < 0) return out
      // A lone CR at the very end may be the first half of CRLF.
      if (rest[at] === '\r' && at === rest.length - 1) return out
      const line = rest.slice(0, at)
      rest = rest.slice(at + (rest.startsWith('\r\n', at) ? 2 : 1))
      if (line === '') {
        if (data.length) out.push({ id, event: event || 'message', data: data.join('\n') })
        else if (placed) out.push({ id, event: 'place', data: '' })
        event = ''
        data = []
        placed = false
        continue
      }
      const colon = line.indexOf(':')
      if (colon === 0) continue
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
      if (field === 'data') data.push(value)
      else if (field === 'event') event = value
      else if (field === 'id' && !value.includes('\0')) {
        id = value
        placed = true
      }
    }
  }
}
