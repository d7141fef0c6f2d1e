import { useQuery } from '@tanstack/react-query'
import { useResource } from '../../data/domains.ts'
import { pageOf, recordQuery } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Facts } from '../../record/parts/Facts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

const DOCTOR = 'authenticationDoctor'
/** Required fields of a doctor for a payment (3.14, applyForPayment), with payee and account. */
const ASKED = [
  'doctorName',
  'certStatus',
  'faceStatus',
  'protocolStatus',
  'blackStatus',
  'bankBoundStatus',
  'bankName',
  'bankAccount',
]

/** The doctor of the record, as far as a payment depends on it: each state with its tone, masked as in the doctor's record. */
export function DoctorCard({ row }: PanelProps) {
  const { t } = useWords()
  const of = useResource(DOCTOR)
  const id = String(row.doctorId ?? '')
  const doctor = useQuery({ ...recordQuery(DOCTOR, id), enabled: id !== '' })
  if (id === '') return <p className="empty">{t('recordPage.noRows')}</p>
  if (doctor.error) return <Trouble error={doctor.error} again={() => void doctor.refetch()} />
  if (!of || !doctor.data) return <Waiting />
  const path = pageOf(DOCTOR, doctor.data)
  return (
    <>
      <Facts of={of} row={doctor.data} names={ASKED} />
      {path && <Link to={path}>{t('recordPage.goTo')}</Link>}
    </>
  )
}
