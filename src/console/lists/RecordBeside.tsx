import { lazy, type RefObject, Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { isInState } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { useModel } from '../grid/useModel.ts'
import { follows } from '../host/shown.ts'
import { useWords } from '../i18n/index.ts'
import { evidenceState } from '../record/base/evidenceState.ts'
import { EvidenceSlot } from '../record/evidence/EvidenceSlot.tsx'
import { preferences } from '../state/preferences.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Split } from '../ui/Split.tsx'
import type { RowsModel } from './rowsModel.ts'
import type { ListFrameState } from './useListFrame.ts'

// No list shows it from the start.
const RecordPane = lazy(() => import('../record/RecordPane.tsx').then((m) => ({ default: m.RecordPane })))

interface Props {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly frame: ListFrameState
  readonly model: RowsModel
  /** The record is known not to be in the list as it is filtered. */
  readonly outside: boolean
  readonly narrow: boolean
  readonly around: RefObject<HTMLDivElement | null>
}

/** The record in front: a moment later, for a held key moves the cursor faster than a record is drawn; at once where one is decided. */
function useShown(model: RowsModel): string {
  const front = useModel(model, (m) => m.front)
  const later = useDeferredValue(front)
  const [wanted, want] = useState('')
  const id = wanted === front ? front : later
  const stands = useRef(id)
  useLayoutEffect(() => {
    stands.current = id
  }, [id])
  useEffect(
    () =>
      follows((row) => {
        if (model.front !== row.id || stands.current === row.id) return
        flushSync(() => want(row.id))
      }),
    [model],
  )
  return id
}

/**
 * The record in front, beside its list. A plain region and no dialog: the keys of the list keep working, and all of them
 * are about this record, which is the one under the cursor or, where no row has the cursor, the one shown alone.
 */
export function RecordBeside({ entry, of, frame, model, outside, narrow, around }: Props) {
  const { t } = useWords()
  const { previewWidth } = useSnapshot(preferences)
  const { open: evidence } = useSnapshot(evidenceState)
  const id = useShown(model)
  const row = useModel(model, (m) => m.row)
  const away = useModel(model, (m) => m.isAway)
  const ticked = useModel(model, (m) => m.selected > 0)
  const mine = row?.id === id ? row : undefined
  const decisions = entry.decisions.filter((d) => d.takesBack.length === 0 && mine && isInState(d.from, mine))
  const page = (entry.routes.detail ?? entry.routes.record) !== undefined && mine !== undefined
  const close = (
    <IconButton aria-label={t('table.closeRecord')} title={`${t('table.closeRecord')} (Esc)`} onClick={frame.close}>
      <Icon name={narrow ? 'arrow-left' : 'x'} />
    </IconButton>
  )
  return (
    <>
      <div
        className="evidence"
        data-open={evidence || undefined}
        style={narrow ? undefined : { right: `min(${previewWidth}px, 75%, max(300px, calc(100% - 320px)))` }}
      >
        <EvidenceSlot of={of} id={id} row={mine} />
      </div>
      {!narrow && (
        <Split
          label={t('table.split')}
          width={previewWidth}
          least={300}
          most={Math.max(300, (around.current?.clientWidth ?? 1200) - 320)}
          onWidth={(width) => {
            preferences.previewWidth = width
          }}
        />
      )}
      <section
        className="preview"
        aria-label={t('record.record')}
        data-focus="detail"
        data-beside={id}
        style={narrow ? undefined : { width: previewWidth, maxWidth: 'min(75%, max(300px, calc(100% - 320px)))' }}
      >
        {!narrow && <div className="over">{close}</div>}
        {away && outside && row && (
          <div className="away" role="status">
            <span>{t(frame.conditions.length > 0 ? 'table.notInFilter' : 'table.notInList')}</span>
            {frame.conditions.length > 0 && <Button onClick={() => frame.apply([])}>{t('table.filterClear')}</Button>}
          </div>
        )}
        {id ? (
          <Suspense fallback={<div className="record" aria-busy="true" />}>
            <RecordPane
              resource={of.id}
              id={id}
              {...(mine ? { row: mine } : {})}
              compact
              {...(narrow ? { lead: close } : {})}
              section={frame.section}
              onSection={frame.setSection}
              {...(page ? { onOpen: () => frame.open(mine, model.scrolledTo()) } : {})}
            />
          </Suspense>
        ) : (
          <>
            {narrow && close}
            <p className="nothing">{t('table.noRow')}</p>
          </>
        )}
        {decisions.length > 0 && !ticked && (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fieldset
          <div className="acts" role="group" aria-label={t('record.decisions')}>
            <DecisionButtons resource={of.id} decisions={decisions.map((d) => d.id)} />
          </div>
        )}
      </section>
    </>
  )
}
