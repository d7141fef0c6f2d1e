import { useEffect, useRef, useState } from 'react'
import { closedId } from '../../../commands/catalog/ids.ts'
import type { CatalogueQueueView } from '../../model/kernel/catalogue.ts'
import { catalogued } from '../data/records.ts'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { amountOf } from '../forms/subject.ts'
import { useWords } from '../i18n/index.ts'
import { useModel } from '../table/useModel.ts'
import { Button } from '../ui/Button.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Key } from '../ui/Key.tsx'
import { grouped } from './QueueHead.tsx'
import { Bar } from './queue.styles.ts'
import type { QueueModel } from './queueModel.ts'

interface BarProps {
  readonly view: CatalogueQueueView
  readonly model: QueueModel
}

/**
 * The decisions of the view, each with its key and, when it cannot be taken, why; what later documents bring; and how
 * to go on.
 */
export function DecisionBar({ view, model, narrow }: BarProps & { readonly narrow: boolean }) {
  const stay = useModel(model, (m) => m.work.stay)
  const { t } = useWords()
  return (
    <Bar role="toolbar" aria-label={t('queue.decisions')} data-decisions="">
      <DecisionButtons resource={view.resource} decisions={view.decisions} />
      <CommandButton id="queue.hold" icon />
      {/* Where there is no room they are found among the related documents. */}
      <span className={narrow ? 'room' : 'later'}>
        {!narrow &&
          (catalogued(view.resource)?.closed ?? []).map((c) => (
            <CommandButton key={c.code} id={closedId(view.resource, c.code)} tone="quiet" />
          ))}
      </span>
      <CommandButton id="decision.takeBack" tone="quiet" icon>
        {t('queue.takeBackButton')}
      </CommandButton>
      <CommandButton id="queue.stay" tone="quiet" icon>
        <span aria-live="polite">{t(stay ? 'queue.stayOn' : 'queue.stayOff')}</span>
      </CommandButton>
    </Bar>
  )
}

/** How much is ticked and worth, and what can be done with all of it. */
export function BulkBar({
  view,
  model,
  sumAll,
}: BarProps & { sumAll(): Promise<{ readonly count: number; readonly amount: string | null }> }) {
  const { t } = useWords()
  const selected = useModel(model, (m) => m.selected)
  const all = useModel(model, (m) => m.selection.all)
  const selection = useModel(model, (m) => m.selection)
  const [sum, setSum] = useState<string | null>(null)
  const [count, setCount] = useState<number | null>(null)
  const [left, setLeft] = useState(0)
  const ask = useRef(sumAll)
  ask.current = sumAll
  useEffect(() => {
    let live = true
    setSum(null)
    setCount(null)
    if (!all) setLeft(0)
    if (all && selection.except.size === 0) {
      ask.current().then(
        (s) => {
          if (!live) return
          setSum(s.amount)
          setCount(s.count)
          setLeft(model.exact && !model.meansOwn ? Math.max(0, model.matching - s.count) : 0)
        },
        () => {},
      )
    } else {
      const rows = model.ticked()
      // Only what is wholly known is summed: half a sum is a wrong one.
      if (rows.length === model.selected) setSum(amountOf(view.resource, rows))
    }
    return () => {
      live = false
    }
  }, [all, selection, model, view.resource])
  if (selected === 0) return null
  return (
    <Bar className="tone" role="toolbar" aria-label={t('queue.selected', { n: selected })} data-bulk="">
      <span className="sum" role="status">
        <strong>{t(all ? 'queue.selectedAll' : 'queue.selected', { n: grouped(count ?? selected - left) })}</strong>
        {left > 0 && ` · ${t('queue.ownLeftOut', { n: grouped(left) })}`}
        {sum !== null && ` · ${t('queue.sum', { amount: money(sum) })}`}
      </span>
      <span className="room" />
      <DecisionButtons resource={view.resource} decisions={view.decisions} batch />
      <Button $tone="quiet" onClick={() => model.clear()}>
        {t('table.clear')} <Key aria-hidden>Esc</Key>
      </Button>
    </Bar>
  )
}

const money = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?=\.|$))/g, ',')
