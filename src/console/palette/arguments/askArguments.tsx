import { decisionNow, loadResource } from '../../data/domains.ts'
import { catalogued } from '../../data/records.ts'
import { whileHere } from '../../data/session.ts'
import type { InlineAnswer, InlineAsk } from '../../forms/dialogs/ask.ts'
import { formFields } from '../../forms/dialogs/formFields.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { question } from '../../forms/dialogs/question.ts'
import { Arguments, type ArgumentsQuestion } from './Arguments.tsx'
import { argumentsOf } from './plan.ts'

const questions = question<ArgumentsQuestion, InlineAnswer>()

/** The line of `askArguments`; mounted by itself on first use. */
function ArgumentsHost() {
  const open = questions.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <Arguments question={open.what} answer={open.answer} />
      </Safe>
    )
  )
}

/** Asks for the arguments of a decision in the line of the palette; `form` where the form has to. */
export const askArguments: InlineAsk = async (what) => {
  if (!what.act && catalogued(what.resource)) await whileHere(loadResource(what.resource))
  const decision = what.act ?? decisionNow(what.resource, what.decision)
  if (!decision) return 'form'
  const fields = formFields(decision)
  const names = argumentsOf(decision, fields)
  if (!names) return 'form'
  mountHost('arguments', <ArgumentsHost />)
  return questions.ask({ what, decision, fields, names })
}
