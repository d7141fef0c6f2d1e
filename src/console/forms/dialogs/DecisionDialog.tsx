import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { isId } from '../../../model/language/derived/validate.ts'
import { type Field, isRows } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { decisionNow, lifecycleNow, useResource } from '../../data/domains.ts'
import { catalogued, recordQuery } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { ActedOn } from '../ActedOn.tsx'
import { Decision } from '../base/forms.styles.ts'
import { TemplateOfForm } from '../base/input.ts'
import { useTemplate } from '../useTemplate.ts'
import { DecisionForm } from './DecisionForm.tsx'
import type { Answer, DecisionQuestion } from './decisionQuestion.ts'
import { decidedOf, LeftOut, useForeseen } from './Foreseen.tsx'
import { mountHost, Safe } from './mount.tsx'
import type { RequiredProofs } from './proofs.tsx'
import { type Open, question } from './question.ts'
import { usePresent } from './usePresent.ts'
import '../base/words.ts'

const decisions = question<DecisionQuestion, Answer>()

/**
 * Asks what a decision asks: values by field name, or null when the person turns away. Opens in the same frame:
 * nothing is fetched first, quick replies arrive when they arrive.
 */
export function askDecision(what: DecisionQuestion): Promise<Record<string, unknown> | null> {
  mountHost('decision', <DecisionHost />)
  return decisions.ask(what) as Promise<Record<string, unknown> | null>
}

/** The dialog of `askDecision`; mounted by itself on first use. */
function DecisionHost() {
  const open = decisions.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <DecisionDialog open={open} />
      </Safe>
    )
  )
}

function DecisionDialog({ open }: { readonly open: Open<DecisionQuestion, Answer> }) {
  const { t, language } = useWords()
  const { what } = open
  // a decision with its own declaration may be about records that this person does not see
  const loaded = useResource(what.act && !catalogued(what.resource) ? '' : what.resource)
  const decision = useMemo(
    () => what.act ?? (loaded ? decisionNow(what.resource, what.decision) : undefined),
    [loaded, what],
  )
  const title = what.title ?? (decision ? label(decision.label, language) : '')
  const deletes = loaded && lifecycleNow(what.resource)?.transitions[what.decision]?.to === 'deleted'
  const notes = [...new Set([...(deletes ? [t('table.sureRemove')] : []), ...(what.notes ?? [])])]
  const turnAway = useRef(() => open.answer(null))
  const { present, error, again } = usePresent(what, decision)
  const collects = Object.values<Field>(decision?.ask ?? {}).some((f) => f.facts.answers)
  const about = useQuery({
    ...recordQuery(what.resource, what.about ?? ''),
    enabled: collects && isId(what.about ?? ''),
  })
  const template = useTemplate(collects ? loaded : null, (name) => String(about.data?.[name] ?? ''))
  const known = useForeseen(what.preview)
  const asking = known === undefined
  const decided = decidedOf(what, known)
  const tabled = Object.values(decision?.ask ?? {}).some(isRows)
  return (
    <Dialog title={title} wide={tabled} onClose={() => turnAway.current()}>
      <Decision>
        {notes.map((note, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, and two may read alike
          <p key={n} className="note">
            {note}
          </p>
        ))}
        <ActedOn resource={what.resource} subject={decided} asking={asking} />
        <LeftOut meant={what} known={known} previewed={what.preview !== undefined} />
        {what.final && (
          <p className="final" data-final="">
            <Icon name="undo-off" /> {t('forms.final')}
          </p>
        )}
        {error && <Trouble error={error} again={again} />}
        {decision && !present && !error && <Waiting />}
        {decision && present && (
          <TemplateOfForm value={template}>
            <DecisionForm
              what={what}
              count={decided.count}
              asking={asking}
              proofs={known ?? NONE_ASKED}
              decision={decision}
              present={present}
              answer={open.answer}
              turnAway={turnAway}
            />
          </TemplateOfForm>
        )}
      </Decision>
    </Dialog>
  )
}

const NONE_ASKED: RequiredProofs = { toType: null, asksCode: false }
