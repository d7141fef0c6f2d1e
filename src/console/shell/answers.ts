import { isChoice } from '../../model/language/fields/field.ts'
import { fieldOf } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import type { PortAnswer, RoundsEvent } from '../../model/wire/wire.ts'
import { lifecycleNow, loadResource } from '../data/domains.ts'
import { catalogued, fetchRows } from '../data/records.ts'
import { rowText } from '../fields/cell.ts'
import { languageNow, t } from '../i18n/index.ts'
import { statusOf } from '../record/base/sections.ts'
import { toast } from '../ui/messages/toast.ts'

/** Answers that come within this time are said together, ms: a batch has one for each of its rows. */
const TOGETHER = 1_200
/** Records that are named of several. */
const NAMED = 3

type Tone = 'good' | 'bad' | 'info'

/** Answer with the resulting state of its record. */
interface ReceivedAnswer {
  readonly answer: PortAnswer
  /** The record's state in words, in either language; "" where it is not seen. */
  readonly state: Readonly<Record<'zh' | 'en', string>>
  readonly tone: Tone
}

const TONES: Readonly<Record<string, Tone>> = { good: 'good', bad: 'bad' }
const NO_STATE = { state: { zh: '', en: '' }, tone: 'info' as Tone }

/** The state that the record is in now; nothing of it where this person does not see it. */
async function stateNow(resource: string, id: string): Promise<Omit<ReceivedAnswer, 'answer'>> {
  if (!catalogued(resource)) return NO_STATE
  const of = await loadResource(resource)
  const name = statusOf(of, lifecycleNow(resource))
  const [row] = name ? await fetchRows(resource, [id], ['id', name]) : []
  const field = name ? fieldOf(of, name) : undefined
  if (!name || !row || !field || !isChoice(field)) return NO_STATE
  const tone = (field.values as Readonly<Record<string, readonly unknown[]>>)[String(row[name])]?.[2]
  return {
    state: { zh: rowText(of, name, row, 'zh'), en: rowText(of, name, row, 'en') },
    tone: TONES[String(tone)] ?? 'info',
  }
}

/** Text of an answer, after its subject. */
function textOf({ answer, state }: ReceivedAnswer): string {
  const known = state[languageNow()]
  if (answer.ending === 'done') return known || t('shell.answerDone')
  const end = answer.ending === 'person' ? t('shell.answerPerson') : known || t('shell.answerFailed')
  return [end, answer.why].filter(Boolean).join(t('shell.comma'))
}

let waiting: RoundsEvent[] = []

/** Shows the answers of partners: one message each, equal answers together with their number. */
async function sayAll(): Promise<void> {
  const events = waiting
  waiting = []
  const received = await Promise.all(
    events.flatMap(({ resource, recordId, answer }) =>
      answer
        ? [
            stateNow(resource, recordId).then(
              (found): ReceivedAnswer => ({ answer, ...found }),
              (): ReceivedAnswer => ({ answer, ...NO_STATE }),
            ),
          ]
        : [],
    ),
  )
  const alike = new Map<string, ReceivedAnswer[]>()
  for (const one of received) {
    const key = `${one.answer.call[0]} ${one.answer.ending} ${textOf(one)}`
    alike.set(key, [...(alike.get(key) ?? []), one])
  }
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const { call, ending } = first.answer
    const names = group.slice(0, NAMED).map((one) => one.answer.name)
    const tone = ending === 'done' ? first.tone : 'bad'
    toast[tone](() =>
      t(group.length > 1 ? 'shell.answeredMany' : 'shell.answered', {
        call: label(call, languageNow()),
        count: group.length,
        name: names.join(t('shell.comma')),
        said: textOf(first),
      }),
    )
  }
}

/** Shows results of requests that this person sent to partners, on any screen. */
export function showAnswer(event: RoundsEvent): void {
  if (waiting.push(event) === 1) setTimeout(() => void sayAll(), TOGETHER)
}
