import type { Label } from '../../../model/values/label.ts'
import { attachmentProblems, claimAttachments } from '../../writing/save/attachments.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

type Values = Readonly<Record<string, unknown>>

/** Why a file that a transition asks for may not be taken: it was uploaded by somebody else, or belongs to a record. */
export async function fileProblem(work: UnitOfWork, of: AnyResource, row: Row, values: Values): Promise<Label | null> {
  const [problem] = await attachmentProblems(work, of, values, row)
  return problem?.message ?? null
}

/** The record holds the file from now on. */
export const holdFile = (
  work: UnitOfWork,
  of: AnyResource,
  row: { readonly id: string },
  values: Values,
): Promise<void> => claimAttachments(work, of, values, null, row.id)

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id)
