import { useCallback, useEffect, useState } from 'react'
import type { DoctorView, IncomeMonth } from '../model/activities/doctorSide/doctorWire.ts'
import { readable } from '../model/values/money.ts'
import { get, Refused } from './api.ts'
import { Failed } from './Frame.tsx'
import { useWords } from './words.ts'

/** Payments to the doctor and taxes withheld, month by month. */
export function Income() {
  const { t } = useWords()
  const [months, setMonths] = useState<readonly IncomeMonth[] | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const load = useCallback(async () => {
    try {
      setMonths((await get<DoctorView>('income')).months ?? [])
      setRefused(null)
    } catch (e) {
      setRefused(e instanceof Refused ? e : new Refused(500, String(e)))
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  if (refused) return <Failed refused={refused} again={() => void load()} />
  if (!months) return <p role="status">{t('loading')}</p>
  if (months.length === 0) return <p className="note">{t('noIncome')}</p>
  return (
    <>
      <p className="about">{t('incomeAbout')}</p>
      {months.map((month) => (
        <section key={month.month}>
          <h2>{month.month}</h2>
          <dl className="sums">
            {(['gross', 'tax', 'net'] as const).map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{readable(month[name])}</dd>
              </div>
            ))}
          </dl>
          <ul>
            {month.payments.map((one) => (
              <li key={one.code}>
                <span>{one.time.slice(0, 10)}</span>
                <span className="company">{one.company}</span>
                <span className="amount">
                  {readable(one.net)}{' '}
                  <small>
                    ({t('tax')} {readable(one.tax)})
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
