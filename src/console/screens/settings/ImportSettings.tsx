import './words.ts'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import styled from 'styled-components'
import { useCatalogue } from '../../data/catalogue.ts'
import { mySettings } from '../../data/mySettings.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { FilesBox } from '../../forms/inputs/files.styles.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { entriesIn, FILE_BYTES_MAX, type ImportEntry } from './file.ts'
import { settingName, settingText } from './named.ts'

const imports = question<true, number>()

/** Opens the import of settings. Resolves with how many were changed, null where the person turned away. */
export function openSettingsImport(): Promise<number | null> {
  mountHost('importSettings', <ImportHost />)
  return imports.ask(true)
}

function ImportHost() {
  const open = imports.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <ImportSettings open={open} />
      </Safe>
    )
  )
}

/** A file of settings: chosen, looked at beside what is in force, put in force. */
function ImportSettings({ open }: { readonly open: Open<true, number> }) {
  const { t } = useWords()
  const [entries, setEntries] = useState<readonly ImportEntry[] | null>(null)
  const [wrong, setWrong] = useState('')
  const changes = entries?.filter((entry) => entry.is === 'change') ?? []
  const take = async (file: File | undefined) => {
    if (!file) return
    setWrong('')
    setEntries(null)
    if (file.size > FILE_BYTES_MAX) return setWrong(t('mySettings.large', { kb: FILE_BYTES_MAX / 1024 }))
    const found = entriesIn(await file.text(), (key) => mySettings().get(key).value)
    if (found) setEntries(found)
    else setWrong(t('mySettings.unread'))
  }
  const apply = () => {
    for (const { key, value } of changes) mySettings().write(key, value)
    open.answer(changes.length)
  }
  const cancel = () => open.answer(null)
  return (
    <Dialog
      title={t('mySettings.importTitle')}
      onClose={cancel}
      outside={false}
      footer={
        <>
          {entries && <Button onClick={() => setEntries(null)}>{t('mySettings.another')}</Button>}
          <Button data-autofocus={entries && changes.length === 0 ? 'true' : undefined} onClick={cancel}>
            {t('mySettings.cancel')} <kbd>Esc</kbd>
          </Button>
          {changes.length > 0 && (
            <Button key="apply" $tone="primary" autoFocus onClick={apply}>
              {t('mySettings.apply', { n: changes.length })} <kbd>⏎</kbd>
            </Button>
          )}
        </>
      }
    >
      {entries ? <Preview entries={entries} changes={changes} /> : <Choosing take={(file) => void take(file)} />}
      {wrong && <Wrong role="alert">{wrong}</Wrong>}
    </Dialog>
  )
}

/** The file: chosen, dropped or pasted. */
function Choosing({ take }: { take(file: File | undefined): void }) {
  const { t } = useWords()
  const picker = useRef<HTMLInputElement>(null)
  const dropped = (e: DragEvent | ClipboardEvent, files: FileList) => {
    if (files.length === 0) return
    e.preventDefault()
    take(files[0])
  }
  return (
    <FilesBox
      onPaste={(e) => dropped(e, e.clipboardData.files)}
      onDrop={(e) => dropped(e, e.dataTransfer.files)}
      onDragOver={(e) => e.preventDefault()}
    >
      <div className="choose">
        <Button $tone="primary" data-autofocus="true" onClick={() => picker.current?.click()}>
          {t('mySettings.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          className="picker"
          tabIndex={-1}
          aria-label={t('mySettings.choose')}
          accept=".json,application/json"
          onChange={(e) => {
            const file = e.target.files?.[0]
            // the same file may be chosen again
            e.target.value = ''
            take(file)
          }}
        />
        <span className="hint">{t('mySettings.hint')}</span>
      </div>
    </FilesBox>
  )
}

interface PreviewProps {
  readonly entries: readonly ImportEntry[]
  readonly changes: readonly ImportEntry[]
}

/** Changes that the file would make, and entries of it that are left out. */
function Preview({ entries, changes }: PreviewProps) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const alike = entries.filter((entry) => entry.is === 'same').length
  const bad = entries.filter((entry) => entry.is === 'unknown' || entry.is === 'malformed')
  return (
    <Report>
      <p>{changes.length > 0 ? t('mySettings.will', { n: changes.length }) : t('mySettings.willNone')}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ key, value }) => (
            <li key={key}>
              <strong>{settingName(key, catalogue)}</strong>
              <span>
                <s>{settingText(key, mySettings().get(key).value, catalogue)}</s> → {settingText(key, value, catalogue)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {alike > 0 && <p className="quiet">{t('mySettings.same', { n: alike })}</p>}
      {bad.length > 0 && (
        <>
          <p className="bad" role="alert">
            {t('mySettings.bad', { n: bad.length })}
          </p>
          <ul>
            {bad.map(({ key, is }) => (
              <li key={key}>
                <strong>{settingName(key, catalogue)}</strong>
                <span>{t(`mySettings.${is}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Report>
  )
}

const Report = styled.div`
  display: grid;
  gap: 8px;
  & ul { display: grid; max-height: 40vh; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  & li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 12px; padding: 6px 10px; border-bottom: 1px solid var(--line); }
  & li:last-child { border-bottom: 0; }
  & strong { font-weight: 500; overflow-wrap: anywhere; }
  & span { color: var(--text-2); overflow-wrap: anywhere; }
  & s { color: var(--text-3); }
  & .quiet { color: var(--text-3); }
  & .bad { color: var(--bad); }
`

const Wrong = styled.p`
  margin-top: 8px;
  color: var(--bad);
`
