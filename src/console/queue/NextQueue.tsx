import './list/words.ts'
import { nextOf } from '../../model/wire/urgency.ts'
import { queueIn, useCatalogue } from '../data/catalogue.ts'
import { useUrgency } from '../data/urgency.ts'
import { useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'

/** Where a list is done: the next most urgent view in which a record is free, with the key that leads there. */
export function NextQueue({ queue, view }: { readonly queue: string; readonly view: string }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const next = nextOf(useUrgency().views ?? [], `${queue}.${view}`)
  const title = next && queueIn(catalogue, next.queue)?.views.find((v) => v.code === next.view)?.title
  if (!title) return null
  return (
    <CommandButton id="queue.nextUrgent" tone="primary">
      {t('queueScreen.nextQueue', { title })}
    </CommandButton>
  )
}
