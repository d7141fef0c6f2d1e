import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { extensionsOf, sizeProblem } from '../../model/language/fields/fileTypes.ts'
import { label } from '../../model/values/label.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { upload } from '../api/upload.ts'
import { useAvatar } from '../data/avatar.ts'
import { loadCatalogue } from '../data/catalogue.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { fieldMessages } from '../forms/conflict.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'

/** Own picture, and how it is replaced or removed: JPEG or PNG of at most 500 kB. */
export function Avatar({ of, name }: { readonly of: string; readonly name: string }) {
  const { t, language } = useWords()
  const picture = useAvatar(of)
  const picker = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const going = useRef<AbortController | null>(null)
  // a page that is left takes its upload along
  useEffect(() => () => going.current?.abort(), [])

  const save = async (make: (signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>) => {
    if (sending) return
    const stop = new AbortController()
    going.current = stop
    setSending(true)
    setProblem('')
    try {
      await api.post('blade-system/user/update-info', await make(stop.signal), { quiet: true })
      // the top bar shows it, too
      await Promise.all([loadCatalogue(), queryClient.invalidateQueries({ queryKey: keyOf('user', 'me') })])
    } catch (error) {
      const found = error instanceof ApiError ? fieldMessages(error.data) : {}
      if (!stop.signal.aborted)
        setProblem(found.avatar ?? found.file ?? (error instanceof Error ? error.message : String(error)))
    } finally {
      going.current = null
      setSending(false)
    }
  }
  const take = (file: File | undefined) => {
    if (!file) return
    const large = sizeProblem('avatar', file.size)
    if (large) return setProblem(label(large, language))
    void save(async (signal) => ({ avatar: (await upload(file, 'avatar', () => {}, signal)).attachId }))
  }
  return (
    <Box>
      <span className="face">{picture ? <img src={picture} alt={t('shell.avatar')} /> : name.slice(0, 1)}</span>
      <span className="acts">
        <span>
          <Button disabled={sending} onClick={() => picker.current?.click()}>
            {t(of ? 'shell.avatarChange' : 'shell.avatarChoose')}
          </Button>
          {of ? (
            <Button $tone="quiet" disabled={sending} onClick={() => void save(async () => ({ noAvatar: 1 }))}>
              {t('shell.avatarRemove')}
            </Button>
          ) : null}
        </span>
        {problem ? <small role="alert">{problem}</small> : <small>{t('shell.avatarHint')}</small>}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('shell.avatar')}
        accept={extensionsOf('avatar')
          .map((x) => `.${x}`)
          .join()}
        onChange={(e) => {
          const [file] = e.target.files ?? []
          // the same file may be chosen again
          e.target.value = ''
          take(file)
        }}
      />
    </Box>
  )
}

const Box = styled.div`
  display: flex; align-items: center; gap: 14px; max-width: 560px; padding: 14px 16px 2px;
  & .face {
    display: grid; place-content: center; flex: none; width: 56px; height: 56px; border-radius: 50%; overflow: hidden;
    background: var(--accent-soft); color: var(--accent); font-size: 22px; font-weight: 600;
  }
  & img { width: 56px; height: 56px; object-fit: cover; }
  & .acts, & .acts > span { display: flex; flex-wrap: wrap; gap: 4px 8px; }
  & .acts { flex-direction: column; }
  & small { color: var(--text-3); }
  & small[role='alert'] { color: var(--bad); }
`
