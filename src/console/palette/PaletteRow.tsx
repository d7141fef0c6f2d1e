import { Command } from 'cmdk'
import { type MouseEvent, memo } from 'react'
import { formatKeys } from '../../../commands/keys/format.ts'
import { platform } from '../host/keyState.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'

export interface RowFacts {
  /** Command id, or `open.<resource>.<id>`, or `scope.<prefix>`: the item's value, whatever the language. */
  readonly id: string
  readonly title: string
  readonly icon: string
  /** Part of the title that was asked for. */
  readonly mark: readonly [number, number] | null
  /** At the right: the kind of thing, or a record's note. */
  readonly note: string
  /** Key as written in the command, "" for none. */
  readonly keys: string
  /** Why it cannot be chosen, "" when it can. */
  readonly why: string
}

interface RowProps {
  readonly row: RowFacts
  onChoose(id: string): void
  onPoint(id: string): void
}

/** One row of the palette. */
export const PaletteRow = memo(function PaletteRow({ row, onChoose, onPoint }: RowProps) {
  const { id, title, icon, mark, note, keys, why } = row
  // A list that changes under a resting mouse sends moves without a movement: they choose nothing.
  const point = (event: MouseEvent) => {
    if (event.movementX !== 0 || event.movementY !== 0) onPoint(id)
  }
  return (
    <Command.Item
      value={id}
      disabled={why !== ''}
      onSelect={onChoose}
      onMouseMove={why ? undefined : point}
      data-row={id}
    >
      <Icon name={icon} />
      <span className="title">
        {mark ? (
          <>
            {title.slice(0, mark[0])}
            <mark>{title.slice(mark[0], mark[1])}</mark>
            {title.slice(mark[1])}
          </>
        ) : (
          title
        )}
      </span>
      {why ? <span className="why">{why}</span> : null}
      <span className="note">{note}</span>
      {keys ? <Key>{formatKeys(keys, platform)}</Key> : null}
    </Command.Item>
  )
})
