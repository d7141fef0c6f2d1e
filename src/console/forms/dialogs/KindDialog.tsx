import { type KeyboardEvent, useRef } from 'react'
import styled from 'styled-components'
import { one } from '../../../model/values/label.ts'
import { type CatalogueResource, kindsOf } from '../../../model/wire/catalogue.ts'
import { addTitle } from '../../data/addTitle.ts'
import { catalogueNow, resourceIn } from '../../data/catalogue.ts'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { mountHost, Safe } from './mount.tsx'
import { type Open, question } from './question.ts'
import '../base/words.ts'

interface KindQuestion {
  readonly title: string
  readonly kinds: readonly CatalogueResource[]
}

const kindQuestion = question<KindQuestion, string>()

/**
 * Asks for the kind of a new record of an overview, among those that this person may add. Resolves with its resource,
 * at once where there is only one; null when the person cancels.
 */
export async function askKind(overview: string): Promise<string | null> {
  const all = catalogueNow()?.resources ?? []
  const found = resourceIn(catalogueNow(), overview)
  const kinds = found ? Object.values(kindsOf(all, found)).filter((kind) => kind.operations.includes('add')) : []
  if (!found || kinds.length < 2) return kinds[0]?.id ?? null
  mountHost('kind', <KindHost />)
  return kindQuestion.ask({ title: found.title, kinds })
}

/** The dialog of `askKind`; mounted by itself on first use. */
function KindHost() {
  const open = kindQuestion.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <Kinds open={open} />
      </Safe>
    )
  )
}

/** The kinds below one another: a digit chooses at once, arrows and Enter, a click. */
function Kinds({ open }: { readonly open: Open<KindQuestion, string> }) {
  const { t } = useWords()
  const { title, kinds } = open.what
  return (
    <Dialog title={addTitle({ title }, t)} onClose={() => open.answer(null)}>
      <List kinds={kinds} label={t('forms.kind')} choose={open.answer} />
    </Dialog>
  )
}

function List({
  kinds,
  label,
  choose,
}: Pick<KindQuestion, 'kinds'> & { readonly label: string; choose(kind: string): void }) {
  const box = useRef<HTMLFieldSetElement>(null)
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])]
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const chosen = /^[1-9]$/.test(e.key) ? kinds[Number(e.key) - 1] : undefined
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[e.key] ?? 0
    if (!chosen && by === 0) return
    e.preventDefault()
    if (chosen) return choose(chosen.id)
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[(at + by + all.length) % all.length]?.focus()
  }
  return (
    <Choices ref={box} aria-label={label} onKeyDown={onKeyDown}>
      {kinds.map((kind, at) => (
        <button key={kind.id} type="button" data-autofocus={at === 0 || undefined} onClick={() => choose(kind.id)}>
          <span>{one(kind.title)}</span>
          {at < 9 && <kbd aria-hidden>{at + 1}</kbd>}
        </button>
      ))}
    </Choices>
  )
}

const Choices = styled.fieldset`
  display: grid;
  gap: 4px;
  min-width: 0;
  margin: 0;
  padding: 4px 0;
  border: 0;
  & > button {
    display: flex; align-items: center; gap: 8px; min-height: max(36px, var(--press)); padding: 0 10px; border: 1px solid var(--line); border-radius: var(--radius);
    background: var(--surface); color: var(--text); font: inherit; text-align: left; cursor: pointer;
  }
  & > button > span { flex: 1; }
  & > button:hover, & > button:focus-visible { border-color: var(--accent); background: var(--accent-soft); outline: none; }
  @media (hover: none) { & kbd { display: none; } }
`
