import { type FrecencyBook, frecencyBook } from '../../../commands/search/frecency.ts'
import { session } from '../data/session.ts'

let book: FrecencyBook | null = null
let owner = ''

/** Commands the user has used lately, stored in this browser by user: ids only, no names of records. */
export function memory(): FrecencyBook {
  const key = `rounds.palette.use.${session.tenantId}.${session.userId}`
  if (!book || owner !== key) {
    owner = key
    book = frecencyBook(
      {
        read: () => {
          try {
            return localStorage.getItem(key)
          } catch {
            return null
          }
        },
        write: (text) => {
          try {
            localStorage.setItem(key, text)
          } catch {
            // Not kept beyond this page.
          }
        },
      },
      Date.now,
    )
  }
  return book
}

/** Forgets what was used: the ranking begins anew. */
export const forgetUse = (): void => memory().reset()
