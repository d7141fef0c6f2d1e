import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { IMPORT_BYTES, type ImportOffer, type ImportState } from '../../../model/language/fields/imports.ts'
import { ROUNDS } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { outdate } from '../../data/queries.ts'
import { catalogued } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { mountHost, Safe } from '../dialogs/mount.tsx'
import { type Open, question } from '../dialogs/question.ts'
import { FilesBox } from '../inputs/files.styles.ts'
import { ImportReport } from './ImportReport.tsx'
import { Report } from './import.styles.ts'
import { importMessage } from './importWords.ts'

/** How often a long import is asked how far it is, ms. */
const EVERY = 800

const imports = question<string, true>()

/** Opens the import of a resource. Resolves when it is closed; a job that works on it goes on. */
export async function openImport(resource: string): Promise<void> {
  mountHost('import', <ImportHost />)
  await imports.ask(resource)
}

/** The dialog of `openImport`; mounted by itself on first use. */
export function ImportHost() {
  const open = imports.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <ImportDialog open={open} />
      </Safe>
    )
  )
}

interface Sending {
  readonly name: string
  readonly part: number
}

function ImportDialog({ open }: { readonly open: Open<string, true> }) {
  const resource = open.what
  const { language } = useWords()
  const say = (word: Parameters<typeof importMessage>[1], given?: Parameters<typeof importMessage>[2]) =>
    importMessage(language, word, given)
  const [state, setState] = useState<ImportState | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const ask = async (what: () => Promise<ImportState>) => {
    if (busy) return
    setBusy(true)
    setWrong('')
    try {
      setState(await what())
    } catch (e) {
      setWrong(e instanceof Error ? e.message : String(e))
    } finally {
      setBusy(false)
    }
  }
  const take = async (file: File | undefined) => {
    if (!file || sending) return
    setWrong('')
    if (file.size > IMPORT_BYTES) return setWrong(say('hint'))
    const mine = new AbortController()
    stop.current = mine
    const progress = (part: number) => setSending({ name: file.name, part })
    progress(0)
    try {
      const options = { params: { resource }, signal: mine.signal }
      setState(await api.upload<ImportState>(ROUNDS.import, file, progress, options))
    } catch (e) {
      if (!mine.signal.aborted) setWrong(e instanceof Error ? e.message : String(e))
    } finally {
      setSending(null)
    }
  }
  const going = state?.state === 'checking' || state?.state === 'applying'
  const id = state?.id
  useEffect(() => {
    if (!going || !id) return
    let over = false
    const timer = setInterval(() => {
      api.get<ImportState>(ROUNDS.importState, { id }, { quiet: true }).then(
        (now) => !over && setState(now),
        () => {}, // asked again in a moment
      )
    }, EVERY)
    return () => {
      over = true
      clearInterval(timer)
    }
  }, [going, id])
  const applied = state?.applied ?? 0
  useEffect(() => {
    if (applied > 0 && !going) void outdate(resource)
  }, [applied, going, resource])

  // The button that had the focus goes with its step. Where all that can be pressed is to stop, none has it: the Enter that began it may be held down.
  const body = useRef<HTMLDivElement>(null)
  const step = sending ? 'sending' : (state?.state ?? 'choosing')
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(() => {
    const next = body.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-autofocus=true]')
    ;(next ?? body.current)?.focus()
  }, [step])

  const title = say('title', { title: catalogued(resource)?.title ?? '' })
  const close = () => open.answer(null)
  const good = state ? state.total - state.wrong : 0
  const ended = state && !going && state.state !== 'checked'
  return (
    <Dialog
      title={title}
      wide
      onClose={close}
      footer={
        <>
          {sending && <Button onClick={() => stop.current?.abort()}>{say('stop')}</Button>}
          {going && <Button onClick={() => void ask(() => api.post(ROUNDS.importStop, { id }))}>{say('stop')}</Button>}
          {state && !going && <Button onClick={() => setState(null)}>{say('another')}</Button>}
          {!going && !sending && (
            <Button
              $tone={ended ? 'primary' : 'plain'}
              data-autofocus={ended || state?.earlier || (state && good === 0) ? 'true' : undefined}
              onClick={close}
            >
              {say(ended ? 'close' : 'cancel')} <kbd>Esc</kbd>
            </Button>
          )}
          {state?.state === 'checked' && good > 0 && (
            <Button
              $tone={state.earlier ? 'danger' : 'primary'}
              data-autofocus={state.earlier ? undefined : 'true'}
              aria-disabled={busy || undefined}
              onClick={() => void ask(() => api.post(ROUNDS.importApply, { id, again: state.earlier ? 1 : 0 }))}
            >
              {say(state.earlier ? 'applyAgain' : 'apply', { good })} {!state.earlier && <kbd>⏎</kbd>}
            </Button>
          )}
        </>
      }
    >
      <div ref={body} tabIndex={-1}>
        {state ? (
          <ImportReport state={state} />
        ) : (
          <Choosing resource={resource} sending={sending} take={take} say={say} />
        )}
      </div>
      {wrong && (
        <Report>
          <p className="bad" role="alert">
            {wrong}
          </p>
        </Report>
      )}
    </Dialog>
  )
}

interface ChoosingProps {
  readonly resource: string
  readonly sending: Sending | null
  take(file: File | undefined): Promise<void>
  say(word: Parameters<typeof importMessage>[1], given?: Parameters<typeof importMessage>[2]): string
}

/** The file: chosen, dropped or pasted; what it has to be like. */
function Choosing({ resource, sending, take, say }: ChoosingProps) {
  const picker = useRef<HTMLInputElement>(null)
  const offer = useQuery({
    queryKey: ['import', resource],
    queryFn: () => api.get<ImportOffer>(ROUNDS.importOffer, { resource }),
    // the link to the template lives for minutes
    staleTime: 120_000,
    gcTime: 120_000,
  })
  const dropped = (e: DragEvent | ClipboardEvent, files: FileList) => {
    if (files.length === 0) return
    e.preventDefault()
    void take(files[0])
  }
  return (
    <Report>
      <FilesBox
        onPaste={(e) => dropped(e, e.clipboardData.files)}
        onDrop={(e) => dropped(e, e.dataTransfer.files)}
        onDragOver={(e) => e.preventDefault()}
      >
        {sending ? (
          <div role="status">
            <progress value={sending.part} max={1} aria-label={sending.name} />
            <span>{say('sending', { name: sending.name, percent: Math.round(sending.part * 100) })}</span>
          </div>
        ) : (
          <div className="choose">
            <Button $tone="primary" data-autofocus="true" onClick={() => picker.current?.click()}>
              {say('choose')}
            </Button>
            <input
              ref={picker}
              type="file"
              className="picker"
              tabIndex={-1}
              aria-label={say('choose')}
              accept=".xlsx,.csv"
              onChange={(e) => {
                const file = e.target.files?.[0]
                // the same file may be chosen again
                e.target.value = ''
                void take(file)
              }}
            />
            <span className="hint">{say('hint')}</span>
          </div>
        )}
      </FilesBox>
      {offer.data && (
        <section>
          <h3>{say('columns')}</h3>
          <ul className="columns">
            {offer.data.columns.map((c) => (
              <li key={c.title}>
                {c.title}
                {c.required && <span className="must">*</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {offer.data && (
        <div>
          <Button onClick={() => download(offer.data.template)}>{say('template')}</Button>
        </div>
      )}
    </Report>
  )
}
