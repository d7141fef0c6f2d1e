import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { OPEN } from '../../model/values/routes.ts'
import { recordQuery } from '../data/records.ts'
import { useModel } from '../grid/useModel.ts'
import { writeSearch } from '../state/url.ts'
import type { RowsModel } from './rowsModel.ts'

/** How long the cursor rests on a row before the address names it, ms. */
const CURSOR_REST_MS = 250

/**
 * Keeps the record in front and the one that the address names the same: an address that is come to brings its record,
 * a cursor that rests writes it. A record that is none of the rows is read by its id, never taken from their places.
 */
export function useFront(resource: string, model: RowsModel, named: string): void {
  /** Id that address and rows have agreed on. */
  const agreed = useRef('')
  useLayoutEffect(() => {
    model.shows = named !== ''
    if (named === agreed.current) return
    agreed.current = named
    if (named) model.bring(named)
    else model.dismiss()
  }, [model, named])
  useEffect(() => {
    if (!named) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = model.subscribe(() => {
      clearTimeout(timer)
      const { front } = model
      if (!front || front === agreed.current) return
      timer = setTimeout(() => {
        agreed.current = front
        writeSearch({ [OPEN]: front })
      }, CURSOR_REST_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [model, named])
  const away = useModel(model, (m) => (m.isAway ? m.front : ''))
  const { data, error } = useQuery({ ...recordQuery(resource, away), enabled: away !== '' && named !== '' })
  useLayoutEffect(() => {
    if (away) model.learn(away, error ? undefined : data)
  }, [model, away, data, error])
}
