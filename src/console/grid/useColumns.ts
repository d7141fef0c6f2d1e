import { useCallback, useMemo, useState } from 'react'
import { type Column, columnsOf, type Listed, type Showing } from '../fields/columns.ts'
import { keepSetup, type ListSetup, readSetup } from '../fields/listSetup.ts'

/** The columns of a list on the screen, and how the user changes them. */
export interface ListColumns {
  /** Those that are shown as far as there is room, in order. */
  readonly shown: readonly Column[]
  /** All there are, with hidden ones and those the list does not show by itself. */
  readonly all: readonly Column[]
  readonly setup: ListSetup
  /** Returns whether the list shows a column only when asked to. */
  isExtra(name: string): boolean
  change(to: (now: ListSetup) => ListSetup): void
}

/** Columns that something else than the user's own setup of the list decides: a saved view. */
export type HeldColumns = Pick<ListColumns, 'setup' | 'change'>

interface Wanted extends Omit<Showing, 'setup'> {
  /** Storage key of the user's changes. */
  readonly list: string
  readonly of: Listed
  readonly names: readonly string[]
  /** Columns that are shown only when asked for. */
  readonly extras?: readonly string[]
  /** In the place of the user's own setup. */
  readonly held?: HeldColumns | undefined
}

const NONE: readonly string[] = []

/** The columns of a list as the signed-in user set them up; changes are kept for this user and list. */
export function useColumns(wanted: Wanted): ListColumns {
  const { list, of, names, extras = NONE, held, language, words, today, age } = wanted
  const [kept, setKept] = useState(() => ({ list, setup: readSetup(list) }))
  const setup = held?.setup ?? (kept.list === list ? kept.setup : readSetup(list))
  const keep = useCallback(
    (to: (now: ListSetup) => ListSetup) =>
      setKept((now) => {
        const next = to(now.list === list ? now.setup : readSetup(list))
        keepSetup(list, next)
        return { list, setup: next }
      }),
    [list],
  )
  const change = held?.change ?? keep
  return useMemo(() => {
    const more = extras.filter((name) => !names.includes(name))
    const all = columnsOf(of, [...names, ...more], {
      language,
      words,
      setup,
      ...(today === undefined ? {} : { today }),
      ...(age === undefined ? {} : { age }),
    })
    const isExtra = (name: string) => more.includes(name)
    const isShown = ({ name, stuck }: Column) =>
      stuck || (isExtra(name) ? setup.shown.includes(name) : !setup.hidden.includes(name))
    return { shown: all.filter(isShown), all, setup, isExtra, change }
  }, [of, names, extras, language, words, today, age, setup, change])
}
