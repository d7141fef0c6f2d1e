import { useRef, useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { useAct, type ViewProps } from './view.ts'

/** How far a key goes, seconds, and how fast it may be played. */
const STRIDE = 5
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

/**
 * Sound or a film, read in parts as it is played. Its link is good for some minutes: what is played longer goes on from the
 * same moment by a new one.
 */
export function MediaView({ file, handle, film }: ViewProps & { readonly film: boolean }) {
  const { t } = useWords()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [link, setLink] = useState(file.link)
  const [failed, setFailed] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const goTo = useRef(0)
  useAct(handle, (what) => {
    const at = media.current
    if (!at) return false
    if (what === 'play') void (at.paused ? at.play()?.catch(() => {}) : at.pause())
    else if (what === 'forward' || what === 'back') {
      const to = at.currentTime + (what === 'forward' ? STRIDE : -STRIDE)
      at.currentTime = Math.max(0, Number.isFinite(at.duration) ? Math.min(at.duration, to) : to)
    } else if (what === 'faster' || what === 'slower' || what === 'fit') {
      const now = SPEEDS.indexOf(speed as (typeof SPEEDS)[number])
      const next = what === 'fit' ? 1 : (SPEEDS[now + (what === 'faster' ? 1 : -1)] ?? speed)
      at.playbackRate = next
      setSpeed(next)
    } else return false
    return true
  })
  const shared = {
    ref: media,
    src: link,
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onLoadedMetadata: () => {
      const at = media.current
      if (!at) return
      at.playbackRate = speed
      if (goTo.current > 0) at.currentTime = goTo.current
    },
    onError: () => {
      goTo.current = media.current?.currentTime ?? 0
      if (link === file.link) setFailed(true)
      else setLink(file.link)
    },
  } as const
  return (
    <div className={film ? 'film' : 'sound'}>
      {failed ? <p role="alert">{t('evidence.unreadable')}</p> : film ? <video {...shared} /> : <audio {...shared} />}
      {speed !== 1 && <output className="look">{t('evidence.speed', { n: speed })}</output>}
    </div>
  )
}
