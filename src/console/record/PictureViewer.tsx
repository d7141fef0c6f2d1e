import './words.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { isPicture } from '../../model/kernel/fileTypes.ts'
import { label } from '../../model/kernel/label.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useWords } from '../i18n/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { usePicture } from './Pictures.tsx'
import { childColumns } from './sections.ts'
import { Value } from './Value.tsx'

/**
 * One picture as large as there is room, with what is known of it: arrows go to the one before and after, Home and End
 * to the first and last, Escape closes. The focus goes back to the picture that was in front.
 */
export function PictureViewer(p: {
  readonly of: Resource
  /** The field with the file. */
  readonly name: string
  /** The field that points to the record they belong to: the same of all. */
  readonly by: string
  readonly rows: readonly WireRow[]
  readonly first: string
  onClose(): void
}) {
  const { t, language } = useWords()
  const [id, setId] = useState(p.first)
  const front = useRef(id)
  useEffect(() => {
    front.current = id
  }, [id])
  useEffect(() => () => document.querySelector<HTMLElement>(`[data-picture="${front.current}"]`)?.focus(), [])
  const last = p.rows.length - 1
  const at = Math.max(
    0,
    p.rows.findIndex((row) => row.id === id),
  )
  const row = p.rows[at]
  const file = usePicture(p.of, row, p.name)
  if (!row) return null
  const go = (to: number) => setId(p.rows[Math.min(last, Math.max(0, to))]?.id ?? id)
  const onKeyDown = (e: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last }[e.key]
    if (to === undefined) return
    e.preventDefault()
    go(to)
  }
  const title = String(row[p.of.name] ?? '')
  const facts = childColumns(p.of, p.by).filter((name) => name !== p.name && name !== p.of.name && row[name])
  return (
    <Dialog title={title} full ownReturn onClose={p.onClose}>
      <Box onKeyDown={onKeyDown}>
        <button
          type="button"
          disabled={at === 0}
          aria-label={t('recordPage.previousPicture')}
          onClick={() => go(at - 1)}
        >
          <Icon name="chevron-left" />
        </button>
        <figure>
          {file && isPicture(file.extension) ? (
            <img src={file.link} alt={title} />
          ) : (
            <Icon name="paperclip" size={48} />
          )}
        </figure>
        <button
          type="button"
          disabled={at === last}
          aria-label={t('recordPage.nextPicture')}
          onClick={() => go(at + 1)}
        >
          <Icon name="chevron-right" />
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where the keys go before a button is pressed */}
        <p tabIndex={0} data-autofocus="true">
          <span className="at" aria-live="polite">
            {t('recordPage.pictureOf', { at: at + 1, of: p.rows.length })}
          </span>
          {facts.map((name) => (
            <span key={name} title={label(p.of.fields[name]?.label ?? [name, name], language)}>
              <Value of={p.of} name={name} row={row} />
            </span>
          ))}
          {file && (
            <a href={file.link} target="_blank" rel="noreferrer">
              {t('recordPage.original')}
            </a>
          )}
        </p>
      </Box>
    </Dialog>
  )
}

const Box = styled.div`
  display: grid;
  grid-template: minmax(0, 1fr) auto / auto minmax(0, 1fr) auto;
  gap: 8px;
  height: 100%;
  & > figure { display: grid; place-items: center; min-height: 0; margin: 0; color: var(--text-3); }
  & > figure > img { max-width: 100%; max-height: 100%; min-height: 0; object-fit: contain; border-radius: var(--radius); }
  & > button { display: grid; place-content: center; width: 36px; border: 0; border-radius: var(--radius); background: transparent; color: var(--text-2); cursor: pointer; }
  & > button:hover:enabled { background: var(--surface-3); color: var(--text); }
  & > button:disabled { opacity: 0.3; cursor: default; }
  & > p { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 16px; justify-content: center; outline: none; }
  & > p > .at { color: var(--text); font-variant-numeric: tabular-nums; }
  & > p > a { color: var(--accent); }
  @media (max-width: 640px) { & > button { width: 28px; } }
`
