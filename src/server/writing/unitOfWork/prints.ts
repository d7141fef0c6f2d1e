import { textPrint } from '../../../model/files/textPrint.ts'
import { isCompared, writtenIn } from '../../../model/language/derived/alike.ts'
import { printOf } from '../../core/text/minHash.ts'
import type { AnyResource, Row } from './rows.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Stores the text print of a record that was handed in, by which similar records are found. Earlier prints stay:
 * candidates found by them are compared with their present text.
 */
export async function keepPrint(work: UnitOfWork, of: AnyResource, row: Row): Promise<void> {
  const print = isCompared(of) ? printOf(writtenIn(of, row as unknown as Readonly<Record<string, unknown>>)) : null
  if (print) await work.insert(textPrint, { resource: of.id, recordId: row.id, ...print })
}
