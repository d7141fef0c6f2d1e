import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Field, isRows } from '../../../model/language/fields/field.ts'
import type { InputProps } from './input.ts'
import { type Typed, typedOf, wireOf } from './values.ts'

/** Row being edited: typed cells, and a key that stays with the row when it is moved. */
export interface Line {
  readonly key: number
  readonly typed: Typed
}

const NONE: Readonly<Record<string, Field>> = {}

/** The fields of the rows of a field. */
export const cellsOf = (field: Field): Readonly<Record<string, Field>> => (isRows(field) ? field.rows : NONE)

/** The wire's rows in a form's text, as what is typed in each cell. */
function linesOf(fields: Readonly<Record<string, Field>>, value: string, from: number): Line[] {
  let rows: unknown = []
  try {
    rows = JSON.parse(value || '[]')
  } catch {
    rows = []
  }
  return (Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : []).map((row, i) => ({
    key: from + i,
    typed: Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, typedOf(f, row[name])])),
  }))
}

/** Typed rows as the wire's rows; "" for none. */
const rowsTextOf = (fields: Readonly<Record<string, Field>>, lines: readonly Line[]): string =>
  lines.length === 0
    ? ''
    : JSON.stringify(
        lines.map((line) =>
          Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, wireOf(f, line.typed[name] ?? '')])),
        ),
      )

/** Rows while they are edited, and what may be done with them. Places count from 0. */
export interface Lines {
  readonly lines: readonly Line[]
  /** The element that holds the rows: each `[data-line=key]`, its cells `[data-cell=name]`. */
  readonly place: RefObject<HTMLDivElement | null>
  /** There is no room for another one. */
  readonly full: boolean
  /** Nobody adds, moves or takes one out. */
  readonly locked: boolean
  /** Adds a row and goes to its first cell. */
  add(at: number): void
  remove(at: number, cell: string): void
  /** Puts a row at another place; the focus goes with it to this cell. */
  move(from: number, to: number, cell: string): void
  change(line: Line, name: string, typed: string): void
  /** Alt+↑ and Alt+↓ move the row, Alt+Enter adds one below, Alt+Delete takes it out. */
  onKeyDown(e: KeyboardEvent, at: number): void
}

/**
 * The state of rows of declared fields while they are edited. `given`: what is typed in a new row besides its initial
 * values.
 */
export function useLines(p: InputProps, given: (lines: readonly Line[], at: number) => Typed = () => ({})): Lines {
  const fields = cellsOf(p.field)
  const first = Object.keys(fields).find((name) => name !== 'id') ?? ''
  const next = useRef(0)
  const place = useRef<HTMLDivElement>(null)
  const made = (value: string): Line[] => {
    const lines = linesOf(fields, value, next.current)
    next.current += lines.length
    return lines
  }
  const [lines, setLines] = useState<readonly Line[]>(() => made(p.value))
  // the last value that these rows emitted; any other comes from outside (a conflict that was settled, a form begun
  // anew)
  const emitted = useRef(p.value)
  useEffect(() => {
    if (emitted.current === p.value) return
    emitted.current = p.value
    setLines(made(p.value))
  })
  const say = (now: readonly Line[]) => {
    setLines(now)
    emitted.current = rowsTextOf(fields, now)
    p.onChange(emitted.current)
  }
  // the focus moves once the row is at its new place
  const [goal, setGoal] = useState<{ readonly key: number; readonly cell: string } | null>(null)
  useEffect(() => {
    if (!goal) return
    place.current
      ?.querySelector<HTMLElement>(
        `[data-line="${goal.key}"] [data-cell="${goal.cell}"] :is(input, select, textarea, button)`,
      )
      ?.focus()
  }, [goal])

  const locked = p.locked !== '' || p.field.facts.fixed === true
  const full = lines.length >= Number(p.field.facts.max ?? 100)
  const add = (at: number) => {
    if (full || locked) return
    const initial = Object.entries(fields).map(([name, f]) => [name, typedOf(f, f.facts.initial)])
    const line: Line = { key: next.current++, typed: { ...Object.fromEntries(initial), ...given(lines, at) } }
    say([...lines.slice(0, at), line, ...lines.slice(at)])
    setGoal({ key: line.key, cell: first })
  }
  const remove = (at: number, cell: string) => {
    const now = lines.filter((_, i) => i !== at)
    say(now)
    const near = now[Math.min(at, now.length - 1)]
    if (near) setGoal({ key: near.key, cell })
    else place.current?.querySelector<HTMLElement>('button[data-add]')?.focus()
  }
  const move = (from: number, to: number, cell: string) => {
    const line = lines[from]
    if (!line || !lines[to] || from === to) return
    const now = lines.filter((l) => l !== line)
    now.splice(to, 0, line)
    say(now)
    setGoal({ key: line.key, cell })
  }
  const onKeyDown = (e: KeyboardEvent, at: number) => {
    if (!e.altKey || e.ctrlKey || e.metaKey || e.nativeEvent.isComposing || locked) return
    const cell = (e.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell ?? ''
    if (e.key === 'ArrowUp') move(at, at - 1, cell)
    else if (e.key === 'ArrowDown') move(at, at + 1, cell)
    else if (e.key === 'Enter') add(at + 1)
    else if (e.key === 'Delete') remove(at, cell)
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  const change = (line: Line, name: string, typed: string) =>
    say(lines.map((l) => (l.key === line.key ? { ...l, typed: { ...l.typed, [name]: typed } } : l)))

  return { lines, place, full, locked, add, remove, move, change, onKeyDown }
}
