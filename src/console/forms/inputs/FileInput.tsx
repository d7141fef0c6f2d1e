import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, useContext, useEffect, useRef, useState } from 'react'
import { uploadKindOf } from '../../../model/language/fields/field.ts'
import { extensionsOf, isPicture, sizeProblem } from '../../../model/language/fields/fileTypes.ts'
import { type AttachmentLink, attachmentsIn } from '../../../model/values/files.ts'
import { label } from '../../../model/values/label.ts'
import { upload } from '../../api/upload.ts'
import { filesQuery } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { aria, EditedRecord, type InputProps } from '../base/input.ts'
import { whileUploading } from '../base/uploads.ts'
import { FilesBox } from './files.styles.ts'
import '../base/words.ts'

/** An upload under way. */
interface Sending {
  readonly name: string
  readonly part: number
  stop(): void
}

/**
 * Attachments: chosen, dropped or pasted, uploaded at once beside the present ones. Pictures are shown small. A removed
 * attachment is not deleted: the record's history refers to it.
 */
export function FileInput(p: InputProps) {
  const { t, language } = useWords()
  const kind = uploadKindOf(p.field) ?? 'file'
  const most = Number(p.field.facts.max ?? 1)
  const ids = p.value === '' ? [] : (attachmentsIn(p.value) ?? [])
  const record = useContext(EditedRecord)
  const known = useQuery({ ...filesQuery(record?.resource ?? '', record?.id ?? ''), enabled: record !== null })
  const [fresh, setFresh] = useState<readonly AttachmentLink[]>([])
  const [sending, setSending] = useState<Sending | null>(null)
  const [wrong, setWrong] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const going = useRef<AbortController | null>(null)
  const value = useRef(ids)
  value.current = ids
  // a form that is left takes its upload along
  useEffect(() => () => going.current?.abort(), [])

  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  /** Called before a change that may take away the button that has the focus. */
  const keepFocus = () => {
    hadFocus.current = box.current?.contains(document.activeElement) === true
  }
  // Focus that fell to the page would leave the keys of the form unheard. During an upload it is on no button: the Enter
  // that chose the file may be held down.
  useEffect(() => {
    const now = document.activeElement
    if (hadFocus.current && (now === document.body || now === box.current))
      (box.current?.querySelector<HTMLElement>('[data-choose]') ?? box.current)?.focus()
    hadFocus.current = false
  })

  const files = [...fresh, ...Object.values(known.data ?? {}).flat()]
  const shown = ids.map((id): AttachmentLink => {
    const found = files.find((f) => f.id === id)
    return found ?? { id, name: id, extension: '', size: 0, link: '' }
  })
  const locked = p.locked !== ''
  const full = ids.length >= most

  const take = async (list: readonly File[]) => {
    if (locked || sending) return
    setWrong('')
    for (const file of list.slice(0, most === 1 ? 1 : most - ids.length)) {
      const problem = sizeProblem(kind, file.size)
      if (problem) return setWrong(label(problem, language))
      const stop = new AbortController()
      going.current = stop
      const progress = (part: number) => setSending({ name: file.name, part, stop: () => stop.abort() })
      keepFocus()
      progress(0)
      try {
        const done = await whileUploading(stop, () => upload(file, kind, progress, stop.signal))
        const { attachId: id, originalName: name, extension, attachSize: size, link } = done
        setFresh((now) => [...now, { id, name, extension, size, link }])
        value.current = most === 1 ? [id] : [...value.current, id]
        p.onChange(value.current.join())
      } catch (e) {
        if (!stop.signal.aborted) setWrong(e instanceof Error ? e.message : String(e))
        return
      } finally {
        going.current = null
        keepFocus()
        setSending(null)
      }
    }
  }
  const onPaste = (e: ClipboardEvent) => {
    const list = [...e.clipboardData.files]
    if (list.length === 0) return
    e.preventDefault()
    void take(list)
  }
  const onDrop = (e: DragEvent) => {
    e.preventDefault()
    void take([...e.dataTransfer.files])
  }
  return (
    <FilesBox
      ref={box}
      tabIndex={-1}
      data-invalid={p.invalid || wrong !== ''}
      data-off={locked}
      onPaste={onPaste}
      onDrop={onDrop}
      onDragOver={(e) => e.preventDefault()}
    >
      {shown.length > 0 && (
        <ul>
          {shown.map((f) => (
            <li key={f.id}>
              {isPicture(f.extension) && <img src={f.link} alt={f.name} />}
              {f.link ? (
                <a href={f.link} target="_blank" rel="noreferrer">
                  {f.name}
                </a>
              ) : (
                <span>{f.name}</span>
              )}
              {!locked && (
                <Button
                  $tone="quiet"
                  aria-label={`${t('forms.takeOut')} ${f.name}`}
                  onClick={() => {
                    keepFocus()
                    p.onChange(ids.filter((id) => id !== f.id).join())
                  }}
                >
                  ×
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!locked && (!full || most === 1) && !sending && (
        <div className="choose">
          <Button data-choose="" onClick={() => picker.current?.click()}>
            {t('forms.upload')}
          </Button>
          <input
            {...aria(p)}
            ref={picker}
            type="file"
            className="picker"
            tabIndex={-1}
            multiple={most > 1}
            accept={extensionsOf(kind)
              .map((x) => `.${x}`)
              .join()}
            onChange={(e) => {
              const list = [...(e.target.files ?? [])]
              // the same file may be chosen again
              e.target.value = ''
              void take(list)
            }}
          />
          <span className="hint">
            {t('forms.uploadHint')} · {extensionsOf(kind).join(' ')}
          </span>
        </div>
      )}
      {sending && (
        <div className="choose" role="status">
          <progress value={sending.part} max={1} aria-label={sending.name} />
          <span>{t('forms.uploading', { name: sending.name, percent: Math.round(sending.part * 100) })}</span>
          <Button onClick={sending.stop}>{t('forms.uploadStop')}</Button>
        </div>
      )}
      {wrong && (
        <span className="problem" role="alert">
          {wrong}
        </span>
      )}
    </FilesBox>
  )
}
