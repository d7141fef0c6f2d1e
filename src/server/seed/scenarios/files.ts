import { createHash } from 'node:crypto'
import { attach } from '../../../model/files/attach.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { claimAttachments } from '../../writes/attachments.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { licencePicture, plainPdf } from '../pictures.ts'
import { atTime, plusDays, workdayBefore } from '../times.ts'
import type { Character, Stage } from './stage.ts'

/** A file of the demo, to be stored under its name. */
export interface StoredFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Companies with a licence, and doctors with a signed confirmation, most. */
const [LICENCES, CONFIRMATIONS] = [3, 3]

/** The licences that operations uploads, and the confirmations that doctors signed for settlement orders that were paid. */
class Files {
  readonly stored: StoredFile[] = []
  private minute = 0

  constructor(
    private readonly stage: Stage,
    private readonly who: Character,
  ) {}

  /** Does something a minute after the one before it, on the last working day. */
  private do(what: (work: UnitOfWork) => Promise<void>): Promise<void> {
    this.minute += 1
    const at = atTime(workdayBefore(plusDays(this.stage.today, -1)), 20, this.minute)
    this.stage.agenda.at(at, () => this.stage.as(this.who).work(what))
    return this.stage.run()
  }

  /** Uploads a file: its row, and its bytes for the store. */
  private async upload(work: UnitOfWork, originalName: string, bytes: Buffer): Promise<string> {
    const extension = originalName.slice(originalName.lastIndexOf('.') + 1)
    const name = `${work.time.slice(0, 10).replaceAll('-', '')}/${work.newId()}.${extension}`
    this.stored.push({ name, bytes })
    const row = await work.insert(attach, {
      name,
      originalName,
      extension,
      attachSize: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    return row.id
  }

  async licence(company: RowOf<typeof entrustedCompany>, seed: number): Promise<void> {
    let licenseUrl = ''
    await this.do(async (work) => {
      licenseUrl = await this.upload(work, `营业执照-${company.name}.png`, licencePicture(seed))
    })
    const { version } = this.stage.store.table(entrustedCompany).get(entrustedCompany, company.id) ?? {}
    await this.stage.as(this.who).save('entrustedCompany', { id: company.id, version, licenseUrl })
  }

  confirmation(doctor: { readonly id: string } & Readonly<Record<string, unknown>>): Promise<void> {
    return this.do(async (work) => {
      const lines = ['Settlement confirmation', `Order ${doctor.settlementOrderCode}`, `Net amount ${doctor.netAmount}`]
      const fileUrl = await this.upload(work, `结算确认书-${doctor.doctorName}.pdf`, plainPdf(lines))
      await work.lock(settlementOrderDoctor, [doctor.id])
      await claimAttachments(work, settlementOrderDoctor, { fileUrl }, null, doctor.id)
      await work.update(settlementOrderDoctor, doctor.id, { fileUrl })
    })
  }
}

/** Uploads the demo's files through the same rules as everybody's. Runs when all else has been played. */
export async function tellFiles(
  stage: Stage,
  operations: Character,
  companies: readonly RowOf<typeof entrustedCompany>[],
): Promise<readonly StoredFile[]> {
  const files = new Files(stage, operations)
  for (const [n, company] of companies.slice(0, LICENCES).entries()) await files.licence(company, n)
  const signed = stage.store.table(settlementOrderDoctor).live(settlementOrderDoctor, { fileStatus: 2 })
  for (const doctor of signed.slice(-CONFIRMATIONS)) await files.confirmation(doctor)
  return files.stored
}
