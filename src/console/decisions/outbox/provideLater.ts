import type { Outcome } from '../../../../commands/outcome.ts'
import { providePorts } from '../../host/host.ts'
import { t } from '../../i18n/index.ts'
import { whenIdle } from '../../ui/prefetch.ts'
import { atDesk, decisionOutboxNow, loadDecisionOutbox, onDecisionOutbox } from './loadDecisionOutbox.ts'
import type { DecisionSource } from './provideDecisions.ts'

type Port = ReturnType<typeof import('./provideDecisions.ts').decidePort>

/**
 * `provideDecisions` for places that show rows before anything can be decided: the chunk comes in an idle moment after the
 * first screen, or with the first key, which is meant for the record that was in hand when it was pressed.
 */
export function provideDecisionsLater(source: DecisionSource): () => void {
  const run = (act: (port: Port) => Promise<Outcome>): Promise<Outcome> => {
    const row = decisionOutboxNow() ? null : { inHand: source.row() }
    return atDesk((desk) => act(desk.decidePort(row ? { ...source, row: () => row.inHand } : source)))
  }
  let unfollow: (() => void) | null = null
  const follow = () => {
    unfollow ??= decisionOutboxNow()?.followDecisions(source) ?? null
  }
  follow()
  const stops = [
    providePorts({
      decide: {
        decide: (...decision) => run((port) => port.decide(...decision)),
        overtaken: (row) => decisionOutboxNow()?.decidePort(source).overtaken(row) ?? '',
        takeBack: () => run((port) => port.takeBack()),
        repeat: () => run((port) => port.repeat()),
        hold: () => source.hold?.() ?? { is: 'nothing', why: t('table.noPreview') },
        retryFailed: () => run((port) => port.retryFailed()),
        showFailed: () => run((port) => port.showFailed()),
        cancelBatch: () => run((port) => port.cancelBatch()),
      },
      rows: { cursor: () => source.row(), ticked: () => source.ticks?.loaded() ?? [] },
    }),
    onDecisionOutbox(follow),
    whenIdle(() => void loadDecisionOutbox().catch(() => {})),
  ]
  return () => {
    for (const stop of stops) stop()
    unfollow?.()
  }
}
