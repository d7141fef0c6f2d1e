import { subscribe } from 'valtio'
import { personNow } from '../../data/session.ts'
import { type Message, type MessageTone, messages, restore } from './toast.ts'

/** Where this window keeps what was said to a person, for a page that is loaded anew; theirs alone. */
const keyOf = (who: string): string => `rounds.messages.${who}`

type Kept = Pick<Message, 'tone' | 'text' | 'at' | 'times' | 'time' | 'shown'>

const TONES: readonly MessageTone[] = ['good', 'bad', 'info', 'warn']
const isKept = (x: unknown): x is Kept => {
  const m = x as Partial<Kept> | null
  return (
    typeof m === 'object' &&
    m !== null &&
    TONES.includes(m.tone as MessageTone) &&
    typeof m.text === 'string' &&
    typeof m.at === 'string' &&
    typeof m.times === 'number' &&
    typeof m.time === 'number'
  )
}

/** Person for whom this page has restored the messages of the previous page. */
let broughtBack = ''

/**
 * Brings back what was said before the page was loaded, and keeps what is said from now on. What has to be closed by
 * hand is in front again; what a message offered to do is not kept. Returns how to stop.
 */
export function keepMessages(): () => void {
  const who = personNow()
  if (broughtBack !== who) bringBack(who)
  broughtBack = who
  return subscribe(messages, () => {
    if (personNow() !== who) return
    const list = messages.list.map(
      ({ tone, text, at, times, time, shown }): Kept => ({ tone, text, at, times, time, shown }),
    )
    try {
      sessionStorage.setItem(keyOf(who), JSON.stringify(list))
    } catch {
      // Full or forbidden: the list is there as long as the page is.
    }
  })
}

function bringBack(who: string): void {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(who)) ?? '[]')
    if (Array.isArray(found)) restore(found.filter(isKept))
  } catch {
    // Unreadable: the list begins empty.
  }
}

/** Messages are dropped when their person signs out. */
export function dropMessages(who: string): void {
  broughtBack = ''
  try {
    sessionStorage.removeItem(keyOf(who))
  } catch {
    // Nothing was kept.
  }
}
