import { proxy, useSnapshot } from 'valtio'
import { onLeave } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { Dialog, type Question } from './dialog.tsx'
import { mountBeside } from './mountBeside.tsx'

let next = 1
/** Questions with their React nodes stay outside the proxy. */
const open = new Map<number, { question: Question; answer: (yes: boolean) => void }>()
const ids = proxy<{ list: number[] }>({ list: [] })

// as every question: not the next person's to answer
onLeave(() => {
  for (const { answer } of [...open.values()]) answer(false)
})

/** `confirm` of dialogs, whose chunk this is. */
export function ask(question: Question): Promise<boolean> {
  mountBeside('confirm', <Questions />)
  return new Promise((done) => {
    const id = next++
    open.set(id, {
      question,
      answer: (yes) => {
        open.delete(id)
        ids.list = ids.list.filter((i) => i !== id)
        done(yes)
      },
    })
    ids.list.push(id)
  })
}

function Questions() {
  const { list } = useSnapshot(ids)
  return list.map((id) => {
    const found = open.get(id)
    return found && <QuestionDialog key={id} {...found} />
  })
}

interface QuestionDialogProps {
  readonly question: Question
  answer(yes: boolean): void
}

/** A question as it is shown. Where something is lost by a yes, the focus is on no. */
export function QuestionDialog({ question, answer }: QuestionDialogProps) {
  const { t } = useWords()
  const { danger = false } = question
  return (
    <Dialog
      title={question.title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button data-autofocus={danger} onClick={() => answer(false)}>
            {question.cancel ?? t('shell.cancel')}
          </Button>
          <Button $tone={danger ? 'danger' : 'primary'} data-autofocus={!danger} onClick={() => answer(true)}>
            {question.ok ?? t('shell.ok')}
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
