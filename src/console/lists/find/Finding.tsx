import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { GridHandle } from '../../grid/Grid.tsx'
import { providePorts } from '../../host/host.ts'
import type { ListQuery } from '../rows/listQuery.ts'
import type { FindBarHandle } from './FindBar.tsx'

const FindBar = lazy(() => import('./FindBar.tsx').then((m) => ({ default: m.FindBar })))

interface FindingProps {
  readonly query: ListQuery
  readonly grid: RefObject<GridHandle | null>
  here(): string
  goTo(id: string): void
}

/** The search within a list while it is open, and the commands that open it and go on. */
export function Finding(p: FindingProps) {
  const [open, setOpen] = useState(false)
  const bar = useRef<FindBarHandle>(null)
  useEffect(
    () =>
      providePorts({
        grid: {
          find: (by) => {
            if (by && bar.current) bar.current.next(by)
            else {
              setOpen(true)
              bar.current?.focus()
            }
            return { is: 'done' }
          },
        },
      }),
    [],
  )
  if (!open) return null
  const close = () => {
    setOpen(false)
    p.grid.current?.focus()
  }
  return (
    <Suspense fallback={null}>
      <FindBar query={p.query} handle={bar} here={p.here} goTo={p.goTo} onClose={close} />
    </Suspense>
  )
}
