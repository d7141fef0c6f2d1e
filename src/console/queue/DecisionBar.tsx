import './list/words.ts'
import type { Resource } from '../../model/language/resource.ts'
import { TRACE } from '../../model/language/trace.ts'
import type { CatalogueQueueView } from '../../model/wire/catalogue.ts'
import { catalogued } from '../data/records.ts'
import { ClaimNote } from '../decisions/ClaimNote.tsx'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { useModel } from '../grid/useModel.ts'
import { useTicked } from '../grid/useTicked.ts'
import { useWords } from '../i18n/index.ts'
import { sectionsFor } from '../record/base/sections.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Key } from '../ui/Key.tsx'
import type { QueueModel } from './list/queueModel.ts'
import { grouped } from './QueueHead.tsx'
import { Bar } from './queue.styles.ts'

interface BarProps {
  readonly view: CatalogueQueueView
  readonly model: QueueModel
}

/**
 * The decisions of the view, each with its key and, when it cannot be taken, why; the way to the line of documents; and how
 * to go on.
 */
export function DecisionBar({
  of,
  view,
  model,
  narrow,
}: BarProps & { readonly of: Resource; readonly narrow: boolean }) {
  const stay = useModel(model, (m) => m.work.stay)
  const row = useModel(model, (m) => m.row)
  const { t } = useWords()
  return (
    <Bar role="toolbar" aria-label={t('queueScreen.decisions')} data-decisions="">
      <DecisionButtons resource={view.resource} decisions={view.decisions} />
      <ClaimNote of={of} row={row} />
      <CommandButton id="record.evidence.primary" icon />
      <CommandButton id="queue.hold" icon />
      <CommandButton id="queue.holdUntil" compact />
      {/* Where there is no room it is found among the sections. */}
      <span className={narrow ? 'room' : 'later'}>
        {!narrow && sectionsFor(view.resource).some((s) => s.code === TRACE) && (
          <CommandButton id="record.trace" tone="quiet" />
        )}
      </span>
      <CommandButton id="decision.takeBack" tone="quiet" icon>
        {t('queueScreen.takeBackButton')}
      </CommandButton>
      <CommandButton id="queue.stay" tone="quiet" icon>
        <span aria-live="polite">{t(stay ? 'queueScreen.stayOn' : 'queueScreen.stayOff')}</span>
      </CommandButton>
    </Bar>
  )
}

/** How much is ticked and worth, and what can be done with all of it. */
export function BulkBar({ view, model }: BarProps) {
  const { t } = useWords()
  const selected = useModel(model, (m) => m.selected)
  const { all, count, own, amount } = useTicked(model, view.resource, model.query, true)
  if (selected === 0) return null
  return (
    <Bar className="tone" role="toolbar" aria-label={t('queueScreen.selected', { n: selected })} data-bulk="">
      <span className="sum" role="status">
        <strong>{t(all ? 'queueScreen.selectedAll' : 'queueScreen.selected', { n: grouped(count) })}</strong>
        {own > 0 && ` · ${t('queue.ownLeftOut', { n: grouped(own) })}`}
        {amount !== null && ` · ${t('queueScreen.sum', { amount: money(amount) })}`}
      </span>
      <span className="room" />
      <DecisionButtons resource={view.resource} decisions={view.decisions} batch />
      {catalogued(view.resource)?.operations.includes('edit') && (
        <CommandButton id="grid.bulkEdit" icon hideElsewhere />
      )}
      <Button $tone="quiet" onClick={() => model.clear()}>
        {t('table.clear')} <Key aria-hidden>Esc</Key>
      </Button>
    </Bar>
  )
}

const money = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?=\.|$))/g, ',')
