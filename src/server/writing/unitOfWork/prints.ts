import { textPrint } from '../../../model/files/textPrint.ts'
import { isCompared, writtenIn } from '../../../model/language/derived/alike.ts'
import { printOf } from '../../core/text/minHash.ts'
import type { AnyResource, Row } from './rows.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Remembers the print of what was written in a record that was handed in: those that are like it are found by it. What was
 * handed in before keeps its print: what is found by it is compared as it is now.
 */
export async function keepPrint(work: UnitOfWork, of: AnyResource, row: Row): Promise<void> {
  const print = isCompared(of) ? printOf(writtenIn(of, row as unknown as Readonly<Record<string, unknown>>)) : null
  if (print) await work.insert(textPrint, { resource: of.id, recordId: row.id, ...print })
}
