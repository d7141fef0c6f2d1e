import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useWords } from '../i18n/index.ts'
import { Input } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/messages/ErrorBoundary.tsx'

const SideFind = lazy(() => import('./SideFind.tsx').then((m) => ({ default: m.SideFind })))

/** The field that finds a menu of any module. What it finds comes with a chunk of its own. */
export function Finder({ onText }: { onText(text: string): void }) {
  const { t } = useWords()
  const { pathname } = useLocation()
  const [text, write] = useState('')
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const setText = (next: string) => {
    write(next)
    onText(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one went is found, from wherever
  useEffect(() => {
    setText('')
    setOpen(false)
  }, [pathname])
  const keys = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    const links = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (by !== 0) links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
    else if (e.key === 'Enter' && at === 0) links[text.trim() === '' ? 0 : 1]?.click()
    else if (e.key === 'Escape' && (text !== '' || open)) {
      setText('')
      setOpen(false)
    } else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <search
      className="find"
      ref={box}
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) setOpen(false)
      }}
    >
      <Input
        type="search"
        value={text}
        placeholder={t('shell.findMenu')}
        aria-label={t('shell.findMenu')}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={keys}
      />
      {open || text !== '' ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <SideFind text={text} onArrow={keys} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </search>
  )
}
