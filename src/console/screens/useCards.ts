import { type RefObject, useEffect } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { providePorts } from '../host/host.ts'
import { t } from '../i18n/index.ts'

const done: Outcome = { is: 'done' }

/** Index of the nearest place in the next line below (`1`) or above; undefined without such a line. Pure. */
export function nearestLine(all: readonly DOMRect[], from: DOMRect, way: 1 | -1): number | undefined {
  const beyond = all.flatMap((r, n) => ((r.top - from.top) * way > from.height / 2 ? [{ r, n }] : []))
  const line = Math.min(...beyond.map(({ r }) => r.top * way))
  const near = beyond.filter(({ r }) => r.top * way === line)
  return near.sort((a, b) => Math.abs(a.r.left - from.left) - Math.abs(b.r.left - from.left))[0]?.n
}

/** Gives the commands what a page leads to: its links in their order, of which one has the focus. */
export function useCards(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const links = () => [...(page.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
    return providePorts({
      cards: {
        move: (to) => {
          const all = links()
          const at = all.indexOf(document.activeElement as HTMLElement)
          const here = all[at]?.getBoundingClientRect()
          const by = to === 'next' || to === 'below' ? 1 : -1
          const line =
            here && (to === 'below' || to === 'above')
              ? nearestLine(
                  all.map((a) => a.getBoundingClientRect()),
                  here,
                  by,
                )
              : undefined
          // nowhere yet: the first one, whichever way
          const next = at < 0 ? 0 : (line ?? (to === 'below' || to === 'above' ? at : at + by))
          all[Math.max(0, Math.min(next, all.length - 1))]?.focus()
          return done
        },
        open: (n) => {
          // the one that shows the digit: other links stand before the cards
          const link = page.current?.querySelector<HTMLElement>(`a[data-digit="${n}"]`)
          if (!link) return { is: 'nothing', why: t('shell.noCard', { n }) }
          link.click()
          return done
        },
      },
    })
  }, [page])
}
