import { useEffect } from 'react'
import { OPEN } from '../../model/values/routes.ts'
import { writeSearch } from '../state/url.ts'
import type { QueueModel } from './list/queueModel.ts'

/** How long the cursor rests on a row before the address names it, ms. */
const CURSOR_REST_MS = 250

/** An address that names a record (`open`) names the one in hand: it follows the cursor once that rests. */
export function useNamedRow(model: QueueModel, named: string): void {
  useEffect(() => {
    if (!named) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = model.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const id = model.row?.id
        if (id && id !== named) writeSearch({ [OPEN]: id })
      }, CURSOR_REST_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [model, named])
}
