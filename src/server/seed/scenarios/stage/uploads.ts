import { createHash } from 'node:crypto'
import { addAttachment } from '../../../writing/save/attachments.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

/** A file of the demo, to be stored under its name. */
export interface StoredFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Uploads a file as who acts: its row, and its bytes among those to be stored. Returns the attachment's id. */
export async function uploadFile(
  work: UnitOfWork,
  stored: StoredFile[],
  originalName: string,
  bytes: Buffer,
): Promise<string> {
  const extension = originalName.slice(originalName.lastIndexOf('.') + 1)
  const name = `${work.time.slice(0, 10).replaceAll('-', '')}/${work.newId()}.${extension}`
  stored.push({ name, bytes })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return addAttachment(work, { name, originalName, attachSize: bytes.length, sha256 })
}
