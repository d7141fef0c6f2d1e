import { proxy } from 'valtio'

const KEY = 'rounds.errors'
/** Errors kept in this browser, most: the badge counts no further. */
export const ERRORS_MAX = 99

/** An unhandled error of the interface, as it is shown here and kept in the server's error log. */
export interface ConsoleError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
  readonly url: string
  readonly time: string
}

/** Reads what was kept; anything unreadable counts as none. */
function stored(): ConsoleError[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((e): e is ConsoleError => typeof e?.message === 'string' && typeof e?.time === 'string')
      : []
  } catch {
    return []
  }
}

/** Errors of the interface in this browser, the latest first. */
export const errors = proxy<{ list: ConsoleError[] }>({ list: stored() })

function keep(list: ConsoleError[]): void {
  errors.list = list
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // Storage may be full or forbidden: they are there until the page goes.
  }
}

/** Adds an error to those kept here. */
export const keepError = (error: ConsoleError): void => keep([error, ...stored()].slice(0, ERRORS_MAX))

/** Forgets all errors kept here. */
export const clearErrors = (): void => keep([])
