import { useCallback, useMemo } from 'react'
import { settings } from '../../model/wire/settings/settings.ts'
import { mySettings } from '../data/mySettings.ts'
import { useSetting } from '../data/useSetting.ts'
import { type Column, columnsOf, type Listed, NUMBER, type Showing } from '../fields/columns.ts'
import type { ListSetup } from '../fields/listSetup.ts'

/** The columns of a list on the screen, and how the user changes them. */
export interface ListColumns {
  /** Those that are shown as far as there is room, in order. */
  readonly shown: readonly Column[]
  /** All there are, with hidden ones and those the list does not show by itself. */
  readonly all: readonly Column[]
  readonly setup: ListSetup
  /** Rows are numbered as long as nobody turns that off. */
  readonly numbered: boolean
  /** Returns whether the list shows a column only when asked to. */
  isExtra(name: string): boolean
  change(to: (now: ListSetup) => ListSetup): void
}

/** Columns that something else than the user's own setup of the list decides: a saved view. */
export type HeldColumns = Pick<ListColumns, 'setup' | 'change'>

interface Wanted extends Omit<Showing, 'setup'> {
  /** Name under which the user's changes are kept. */
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
  const key = `${settings.columns.key}.${list}`
  const kept = useSetting(key, settings.columns)
  const setup = held?.setup ?? kept
  const keep = useCallback(
    (to: (now: ListSetup) => ListSetup) => {
      const mine = mySettings()
      mine.write(key, to(mine.read(key, settings.columns)))
    },
    [key],
  )
  const change = held?.change ?? keep
  return useMemo(() => {
    const numbered = of.list.numbered ?? false
    const more = extras.filter((name) => !names.includes(name))
    const all = columnsOf(of, [...((setup.numbers ?? numbered) ? [NUMBER] : []), ...names, ...more], {
      language,
      words,
      setup,
      ...(today === undefined ? {} : { today }),
      ...(age === undefined ? {} : { age }),
    })
    const isExtra = (name: string) => more.includes(name)
    const isShown = ({ name, stuck, pinned }: Column) =>
      (stuck && !pinned) || (isExtra(name) ? setup.shown.includes(name) : !setup.hidden.includes(name))
    return { shown: all.filter(isShown), all, setup, numbered, isExtra, change }
  }, [of, names, extras, language, words, today, age, setup, change])
}
