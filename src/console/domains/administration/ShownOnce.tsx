import { useState } from 'react'
import styled from 'styled-components'
import type { Field } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { api } from '../../api/client.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { callNow } from '../../data/domains.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/messages/clipboard.ts'

type Secrets = Readonly<Record<string, string>>

/** State of fetching the secret of a record. */
interface SecretState {
  readonly of: string
  readonly waits?: boolean
  readonly secrets?: Secrets
  readonly refused?: string
}

/** Labels of a secret that is shown once. */
export interface SecretWords {
  readonly about: string
  readonly once: string
  readonly copy: string
  readonly copied: string
  readonly take: string
  readonly another: string
}

/**
 * Secret of a record, made on request and shown once: no list and no kept answer holds it, and it is lost when this
 * panel closes. `call`: id of the call that answers the secret.
 */
export function ShownOnce({
  id,
  call: name,
  words,
}: {
  readonly id: string
  readonly call: string
  readonly words: SecretWords
}) {
  const { language } = useWords()
  const call = callNow(name)
  const may = useCatalogue()?.permissions.includes(call?.permission ?? '') ?? false
  const [shown, setShown] = useState<SecretState | null>(null)
  // The panel is reused from record to record; the secret belongs to one of them.
  const { secrets = null, refused = '', waits = false } = shown?.of === id ? shown : {}
  const ask = async (): Promise<void> => {
    if (waits) return
    setShown({ of: id, waits: true })
    try {
      setShown({ of: id, secrets: await api.post<Secrets>(call?.paths[0] ?? '', { id }, { quiet: true }) })
    } catch (e) {
      setShown({ of: id, refused: e instanceof Error ? e.message : String(e) })
    }
  }
  const values = Object.entries<Field>(call?.answer.fields ?? {}).flatMap(([name, f]) =>
    secrets ? [{ name, title: label(f.label, language), value: secrets[name] ?? '' }] : [],
  )
  return (
    <Panel>
      <p>{words.about}</p>
      {values.length > 0 && (
        <>
          <dl>
            {values.map(({ name, title, value }) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="once">{words.once}</p>
        </>
      )}
      {may && (
        <div className="buttons">
          {values.length > 0 && (
            <Button
              $tone="primary"
              onClick={() =>
                void copyText(values.map(({ title, value }) => `${title} ${value}`).join('\n'), () => words.copied)
              }
            >
              {words.copy}
            </Button>
          )}
          <Button aria-disabled={waits || undefined} onClick={() => void ask()}>
            {values.length > 0 ? words.another : words.take}
          </Button>
        </div>
      )}
      {refused && <p role="alert">{refused}</p>}
    </Panel>
  )
}

const Panel = styled.div`
  display: grid;
  gap: 10px;
  max-width: 640px;
  & > p { color: var(--text-2); }
  & > .once { color: var(--wait); }
  & dl { display: grid; gap: 6px; padding: 10px 12px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface-2); }
  & dl > div { display: grid; grid-template-columns: 96px minmax(0, 1fr); align-items: baseline; }
  & dt { color: var(--text-3); font-size: 12px; }
  & dd { font-family: var(--font-mono); overflow-wrap: anywhere; user-select: all; }
  & .buttons { display: flex; flex-wrap: wrap; gap: 8px; }
`
