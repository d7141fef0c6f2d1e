// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are named by aria-activedescendant
import { formatKeys } from '../../../../commands/keys/format.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Cap } from './Cap.tsx'
import { type KeymapLine, placesOf } from './keymapLines.ts'

/** Acts on the keys of a line. */
export interface KeymapActs {
  change(line: KeymapLine): void
  add(line: KeymapLine): void
  /** Takes one of its keys away, or all. */
  remove(line: KeymapLine, keys?: string): void
  reset(line: KeymapLine): void
}

interface RowProps extends KeymapActs {
  readonly line: KeymapLine
  readonly style: { readonly height: number; readonly transform: string }
  readonly index: number
  readonly isHere: boolean
  onPoint(): void
}

/** A command with its keys, and what is done with them. */
export function KeymapRow({ line, style, index, isHere, onPoint, change, add, remove, reset }: RowProps) {
  const { t } = useWords()
  const { title, note, keys, fixed, changed } = line
  const button = (icon: string, label: string, run: () => void) => (
    <IconButton
      aria-label={label}
      title={label}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <Icon name={icon} size={14} />
    </IconButton>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
    <div
      role="row"
      id={`keys-${line.id}`}
      className={isHere ? 'line here' : 'line'}
      style={style}
      aria-rowindex={index}
      aria-selected={isHere}
      data-command={line.id}
      onClick={onPoint}
      onDoubleClick={() => change(line)}
    >
      <span role="gridcell" className="name" title={note ? `${title} · ${note}` : title}>
        <b>{title}</b>
        {note ? <small>{note}</small> : null}
      </span>
      <span role="gridcell" className="where" title={placesOf(line.command, t)}>
        {placesOf(line.command, t)}
      </span>
      <span role="gridcell" className="keys">
        {keys.length === 0 ? <i>{t('keys.noKeys')}</i> : null}
        {keys.map((k) => (
          <span key={k} className="key" title={fixed.includes(k) ? t('keys.fixedKey') : undefined}>
            <Cap keys={k} />
            {fixed.includes(k) ? (
              <Icon name="lock" size={12} />
            ) : (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('keys.remove', { keys: formatKeys(k, platform) })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => remove(line, k)}
                onDoubleClick={(event) => event.stopPropagation()}
              >
                <Icon name="x" size={10} />
              </button>
            )}
          </span>
        ))}
        {changed ? <em>{t('keys.changed')}</em> : null}
      </span>
      <span role="gridcell" className="acts" onDoubleClick={(event) => event.stopPropagation()}>
        {button('pencil', t('keys.change'), () => change(line))}
        {button('plus', t('keys.add'), () => add(line))}
        {changed ? button('undo', t('keys.reset'), () => reset(line)) : <span className="gap" />}
      </span>
    </div>
  )
}
