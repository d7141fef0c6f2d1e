import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { fileUrl, upload } from './api.ts'
import type { Kept } from './draft.ts'
import { shrunk } from './shrink.ts'
import { useWords } from './words.ts'

/** A file that is on its way, or was not taken. */
interface OnItsWay {
  readonly n: number
  readonly file: File
  readonly problem: string | null
}

interface PhotosProps {
  readonly label: string
  readonly must?: boolean
  readonly wrong?: string | undefined
  /** Pictures alone, or any file. */
  readonly pictures: boolean
  readonly files: readonly Kept[]
  readonly most: number
  change(files: readonly Kept[]): void
  /** Tells whether files are still on their way. */
  waiting(n: number): void
}

const IS_PICTURE = /\.(jpe?g|png|webp|gif|bmp)$/i
const NAMED = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** Photographs taken here, pictures and files chosen: each is sent at once, and again when the network is back. */
export function Photos({ label, must, wrong, pictures, files, most, change, waiting }: PhotosProps) {
  const { t } = useWords()
  const id = useId()
  const next = useRef(0)
  const kept = useRef(files)
  kept.current = files
  const [underWay, setUnderWay] = useState<readonly OnItsWay[]>([])
  useEffect(() => waiting(underWay.length), [underWay.length, waiting])
  const send = async (one: OnItsWay): Promise<void> => {
    setUnderWay((all) => all.map((o) => (o.n === one.n ? { ...o, problem: null } : o)))
    try {
      const blob = await shrunk(one.file)
      const ending = NAMED[blob.type as keyof typeof NAMED]
      const name = blob !== one.file && ending ? `${one.file.name.replace(/\.\w+$/, '')}.${ending}` : one.file.name
      const done = await upload(blob, name || 'photo.jpg')
      setUnderWay((all) => all.filter((o) => o.n !== one.n))
      change([...kept.current, done].slice(0, most))
    } catch (e) {
      const problem = (e instanceof Error && e.message) || t('offline')
      setUnderWay((all) => all.map((o) => (o.n === one.n ? { ...o, problem } : o)))
    }
  }
  useEffect(() => {
    const again = () => {
      for (const one of underWay) if (one.problem) void send(one)
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  })
  const chosen = (e: ChangeEvent<HTMLInputElement>) => {
    const added = [...(e.target.files ?? [])]
      .slice(0, most - files.length)
      .map((file): OnItsWay => ({ n: next.current++, file, problem: null }))
    e.target.value = ''
    setUnderWay((all) => [...all, ...added])
    for (const one of added) void send(one)
  }
  const full = files.length + underWay.length >= most
  return (
    <fieldset className="field photos" aria-describedby={wrong ? `${id}w` : undefined}>
      <legend>
        {label}
        {must && <span className="must"> {t('must')}</span>}
      </legend>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Thumb file={file} />
            <button
              type="button"
              className="small"
              aria-label={t('remove', { name: file.name })}
              onClick={() => change(files.filter((f) => f.id !== file.id))}
            >
              ×
            </button>
          </li>
        ))}
        {underWay.map((one) => (
          <li key={`w${one.n}`} data-wrong={one.problem ? '' : undefined}>
            <span className="name">{one.file.name}</span>
            <span role="status">{one.problem ? `${t('notUploaded')}：${one.problem}` : t('uploading')}</span>
            {one.problem && (
              <button type="button" className="small" onClick={() => void send(one)}>
                {t('retry')}
              </button>
            )}
            <button
              type="button"
              className="small"
              aria-label={t('remove', { name: one.file.name })}
              onClick={() => setUnderWay((all) => all.filter((o) => o.n !== one.n))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {!full && (
        <div className="ways">
          <label className="button">
            {t('camera')}
            <input type="file" accept="image/jpeg,image/png" capture="environment" onChange={chosen} />
          </label>
          <label className="button">
            {t('album')}
            <input type="file" multiple accept={pictures ? 'image/jpeg,image/png' : undefined} onChange={chosen} />
          </label>
        </div>
      )}
      {wrong && (
        <p className="wrong" id={`${id}w`}>
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

/** A kept file: a picture small, anything else by its name. */
function Thumb({ file }: { readonly file: Kept }) {
  const [url, setUrl] = useState('')
  const picture = IS_PICTURE.test(file.name)
  useEffect(() => {
    if (!picture) return
    let made = ''
    let here = true
    fileUrl(file.id).then(
      (found) => {
        made = found
        if (here) setUrl(found)
        else URL.revokeObjectURL(found)
      },
      () => {},
    )
    return () => {
      here = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [file.id, picture])
  return url ? <img src={url} alt={file.name} /> : <span className="name">{file.name}</span>
}
