import { useCallback, useEffect, useState } from 'react'
import type { DoctorView, LinkEnd } from '../model/activities/doctorSide/doctorWire.ts'
import { get, Refused } from './api.ts'
import { Face } from './Face.tsx'
import { Ended, Failed, Frame } from './Frame.tsx'
import { Identify } from './Identify.tsx'
import { Income } from './Income.tsx'
import { Answered, Invitation } from './Invitation.tsx'
import { ReportForm } from './ReportForm.tsx'
import { SignIn } from './SignIn.tsx'
import { useWords, type Word } from './words.ts'

type Shown =
  | { readonly view: DoctorView }
  | { readonly end: LinkEnd; readonly agreement: number }
  | { readonly failed: Refused }

/** The whole page: what its link shows now, or why it shows nothing. */
export function App() {
  const { t } = useWords()
  const [shown, setShown] = useState<Shown | null>(null)
  const load = useCallback(async () => {
    try {
      setShown({ view: await get<DoctorView>('view') })
    } catch (e) {
      const refused = e instanceof Refused ? e : new Refused(500, String(e))
      setShown(refused.end ? { end: refused.end, agreement: refused.agreement } : { failed: refused })
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const view = shown && 'view' in shown ? shown.view : null
  const title = view ? t(`purpose${view.purpose}` as Word) : t('brand')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Frame title={title} view={view}>
      {shown === null && <p role="status">{t('loading')}</p>}
      {shown && 'end' in shown && shown.agreement > 0 && <Answered agreed={shown.agreement === 1} />}
      {shown && 'end' in shown && shown.agreement === 0 && <Ended end={shown.end} />}
      {shown && 'failed' in shown && <Failed refused={shown.failed} again={() => void load()} />}
      {view && <Purpose view={view} again={load} />}
    </Frame>
  )
}

interface PurposeProps {
  readonly view: DoctorView
  again(): Promise<void>
}

function Purpose({ view, again }: PurposeProps) {
  if (view.asks) return <Identify purpose={view.purpose} again={again} />
  if (view.agreement) return <Invitation view={view} again={again} />
  if (view.report) return <ReportForm key={view.report.number} view={view} report={view.report} again={again} />
  if (view.meeting) return <SignIn meeting={view.meeting} />
  if (view.face) return <Face face={view.face} again={again} />
  return <Income />
}
