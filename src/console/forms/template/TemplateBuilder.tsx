import { type DragEvent, useEffect, useRef, useState } from 'react'
import { templateQuestionOf } from '../../../model/values/questionnaire.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { cellsOf, type Line, useLines } from '../base/lines.ts'
import { wireOf } from '../base/values.ts'
import type { EditorProps } from '../editors.ts'
import { AttributeRow } from './AttributeRow.tsx'
import { Builder } from './builder.styles.ts'
import { faultsOf, freeCode } from './faults.ts'
import { Preview } from './Preview.tsx'
import './words.ts'

/** From this room on the preview stands beside the attributes, px; below it is a tab. */
const BESIDE = 900

/**
 * The attributes of a template: rows with their options, and beside them what doctors will see. Everything is reached by
 * keys; rows are dragged by their handle, too.
 */
export function TemplateBuilder(p: EditorProps) {
  const { t, language } = useWords()
  const cells = cellsOf(p.field)
  const rows = useLines(p, (lines, at) => ({
    attrCode: freeCode(lines),
    groupName: (lines[at - 1] ?? lines.at(-1))?.typed.groupName ?? '',
  }))
  const { lines, place } = rows
  const frame = useRef<HTMLDivElement>(null)
  const beside = useWidth(frame) >= BESIDE
  const [tab, setTab] = useState<'edit' | 'preview'>('edit')
  const [now, setNow] = useState(-1)
  // After a refusal the faults stay marked until they are corrected.
  const [tried, setTried] = useState(false)
  const refused = p.invalid || Object.keys(p.problems).some((at) => at.startsWith(`${p.name}.`))
  useEffect(() => {
    if (refused) {
      setTried(true)
      setTab('edit')
    }
  }, [refused])
  const faults = tried || refused ? faultsOf(cells, lines, language, t) : new Map()
  const [drag, setDrag] = useState<{ readonly key: number; readonly over: number } | null>(null)
  const from = lines.findIndex((l) => l.key === drag?.key)
  const dragging = (line: Line, i: number) => ({
    side: drag && drag.over === i && from !== i ? (from < i ? ('below' as const) : ('above' as const)) : undefined,
    start: () => setDrag({ key: line.key, over: i }),
    end: () => setDrag(null),
    over: (e: DragEvent) => {
      if (!drag) return
      e.preventDefault()
      if (drag.over !== i) setDrag({ ...drag, over: i })
    },
    drop: (e: DragEvent) => {
      e.preventDefault()
      if (from >= 0) rows.move(from, i, 'attrName')
      setDrag(null)
    },
  })
  const questions = lines.map((l) =>
    templateQuestionOf(
      Object.fromEntries(Object.entries(cells).map(([name, f]) => [name, wireOf(f, l.typed[name] ?? '')])),
    ),
  )
  const count = lines.length
  // before there is a row to be in, its key works in the whole form
  const first = p.locked === '' && count === 0
  const add = useRef(rows.add)
  add.current = rows.add
  useEffect(() => {
    const form = first ? frame.current?.closest('form') : null
    if (!form) return
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== 'Enter' || !e.altKey || e.defaultPrevented) return
      e.preventDefault()
      add.current(0)
    }
    form.addEventListener('keydown', onKey)
    return () => form.removeEventListener('keydown', onKey)
  }, [first])
  return (
    <Builder ref={frame} data-beside={beside}>
      {!beside && (
        <div className="tabs" role="tablist" aria-label={p.field.label[language === 'en' ? 1 : 0]}>
          {(['edit', 'preview'] as const).map((code) => (
            <button
              key={code}
              type="button"
              role="tab"
              id={`${p.id}-${code}`}
              aria-selected={tab === code}
              aria-controls={`${p.id}-${code}-panel`}
              onClick={() => setTab(code)}
            >
              {t(`template.${code}`)}
            </button>
          ))}
        </div>
      )}
      <div
        ref={place}
        className="attributes"
        id={`${p.id}-edit-panel`}
        hidden={!beside && tab !== 'edit'}
        data-invalid={p.invalid}
      >
        {count === 0 ? <p className="empty">{t('template.none')}</p> : null}
        <ol aria-labelledby={`${p.id}-label`} aria-describedby={p.describedBy}>
          {lines.map((line, i) => (
            <AttributeRow
              key={line.key}
              form={p}
              cells={cells}
              rows={rows}
              line={line}
              at={i}
              problemOf={(name) => faults.get(line.key)?.[name] || p.problems[`${p.name}.${i}.${name}`] || ''}
              groups={[...new Set(lines.map((l) => l.typed.groupName ?? '').filter(Boolean))]}
              drag={dragging(line, i)}
              onFront={() => setNow(i)}
            />
          ))}
        </ol>
        {p.locked === '' && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys of a row work on the button below the rows, too
          <div
            className="more"
            onKeyDown={(e) => {
              if (e.key === 'Enter' && e.altKey && !first) rows.onKeyDown(e, count - 1)
            }}
          >
            <Button data-add="true" disabled={rows.full} title="Alt+Enter" onClick={() => rows.add(count)}>
              {t('template.add')}
            </Button>
            {count > 0 && <span className="keys">{t('template.places', { count })}</span>}
          </div>
        )}
      </div>
      <div id={`${p.id}-preview-panel`} className="beside" hidden={!beside && tab !== 'preview'}>
        <Preview questions={questions} now={now} />
      </div>
    </Builder>
  )
}
