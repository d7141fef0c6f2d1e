import { keepEarlyKeys } from './keys.ts'

let storage: Storage | null = null
try {
  storage = sessionStorage
} catch {
  // forbidden by the browser
}
Object.assign(window, { roundsKeys: keepEarlyKeys(window, storage) })
