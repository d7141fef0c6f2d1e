import { Command } from 'cmdk'
import { Fragment, type MouseEvent, memo } from 'react'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Span } from '../../../commands/search/match.ts'
import { platform } from '../host/platform.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { hasActions } from './Foot.tsx'
import type { RowFacts } from './rows.ts'

interface RowProps {
  readonly row: RowFacts
  onChoose(id: string): void
  onPoint(id: string): void
}

/** A text with the parts underlined that answer what was typed. */
function Marked({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  if (spans.length === 0) return text
  return spans.map(([from, to], n) => (
    <Fragment key={from}>
      {text.slice(n === 0 ? 0 : spans[n - 1]?.[1], from)}
      <mark>{text.slice(from, to)}</mark>
      {n === spans.length - 1 ? text.slice(to) : null}
    </Fragment>
  ))
}

/** Row of the palette. */
export const PaletteRow = memo(function PaletteRow({ row, onChoose, onPoint }: RowProps) {
  const { id, why } = row
  // A list that changes under a resting mouse sends moves without a movement: they choose nothing.
  const point = (event: MouseEvent) => {
    if (event.movementX !== 0 || event.movementY !== 0) onPoint(id)
  }
  return (
    <Command.Item
      value={id}
      onSelect={onChoose}
      onMouseMove={point}
      data-row={id}
      // Not `disabled`: a row that is named exactly can be chosen, and shows why it is not available.
      data-why={why || undefined}
      data-danger={row.danger || undefined}
    >
      <Icon name={row.icon} />
      <span className="title">
        <Marked text={row.title} spans={row.spans} />
      </span>
      {row.also ? (
        <span className="also">
          <Marked text={row.also} spans={row.alsoSpans} />
        </span>
      ) : null}
      {why ? <span className="also">{why}</span> : null}
      <span className="note">{row.note}</span>
      {row.count ? <span className="count num">{row.count}</span> : null}
      {row.keys ? <Key>{formatKeys(row.keys, platform)}</Key> : null}
      {hasActions(row.subject) ? (
        <span className="more" data-more={id}>
          <Icon name="more" />
        </span>
      ) : null}
    </Command.Item>
  )
})
