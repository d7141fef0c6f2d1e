import { type FormEvent, useState } from 'react'
import type { DoctorView } from '../model/activities/doctorSide/doctorWire.ts'
import { newKey, post } from './api.ts'
import { Done, Problem } from './Frame.tsx'
import { Text } from './Text.tsx'
import { useSending } from './useSending.ts'
import { useWords } from './words.ts'

const EMPTY = { userName: '', phone: '', hospitalName: '', departmentName: '' }
const KEPT = 'doctor.signIn'

const keptBefore = (): typeof EMPTY => {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<typeof EMPTY>) }
  } catch {
    return EMPTY
  }
}

/** Signs somebody in to a meeting; what they typed is there the next time. */
export function SignIn({ meeting }: { readonly meeting: NonNullable<DoctorView['meeting']> }) {
  const { t } = useWords()
  const { busy, refused, run } = useSending()
  const [who, setWho] = useState(keptBefore)
  const [key] = useState(newKey)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState('')
  const set = (name: keyof typeof EMPTY) => (value: string) => setWho((old) => ({ ...old, [name]: value }))
  const wrong = {
    userName: who.userName.trim() ? '' : t('mustAnswer'),
    phone: /^1[3-9]\d{9}$/.test(who.phone.trim()) ? '' : t('phoneWrong'),
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (wrong.userName || wrong.phone) return
    void run(async () => {
      // differently typed values are another request
      await post('attend', who, `${key}${who.phone}${[...who.userName].length}`)
      try {
        localStorage.setItem(KEPT, JSON.stringify(who))
      } catch {
        // typed again the next time
      }
      setDone(new Date().toLocaleTimeString('zh-CN', { hour12: false }))
    })
  }
  return (
    <>
      <section>
        <h2>{meeting.name}</h2>
        <p className="about">
          {meeting.startTime.slice(0, 16)} – {meeting.endTime.slice(0, 16)}
        </p>
      </section>
      {done ? (
        <Done title={t('signedIn')}>
          <p>{t('signedInAt', { time: done })}</p>
        </Done>
      ) : (
        <form onSubmit={submit} noValidate>
          <Text
            label={t('userName')}
            must
            value={who.userName}
            change={set('userName')}
            wrong={tried ? wrong.userName : undefined}
            autoComplete="name"
            maxLength={50}
          />
          <Text
            label={t('phone')}
            must
            value={who.phone}
            change={set('phone')}
            wrong={(tried && wrong.phone) || refused?.fields.phone}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={11}
          />
          <Text
            label={t('hospital')}
            value={who.hospitalName}
            change={set('hospitalName')}
            autoComplete="organization"
            maxLength={100}
          />
          <Text label={t('department')} value={who.departmentName} change={set('departmentName')} maxLength={50} />
          <Problem refused={refused} />
          <button type="submit" className="primary" disabled={busy}>
            {busy ? t('busy') : t('signIn')}
          </button>
        </form>
      )}
    </>
  )
}
