import { buffer } from 'node:stream/consumers'
import { attach } from '../../../model/files/attach.ts'
import { sizeProblem } from '../../../model/language/fields/fileTypes.ts'
import type { SheetRow } from '../../../model/language/fields/imports.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError } from '../../core/errors.ts'
import { read } from '../../files/disk.ts'
import { rowsIn } from '../../workbooks/sheet.ts'
import { tableName } from '../../writing/unitOfWork/rows.ts'

const gone = () => new AppError(400, ['文件不存在，请重新上传', 'The file does not exist; please upload it again'])

/**
 * Rows of an uploaded workbook that a decision needs, headings first.
 * @throws AppError 400 where another person uploaded it, or it is gone, too large or no xlsx workbook.
 */
export async function uploadedSheet(
  context: ServerContext,
  actor: Actor,
  attachId: string,
): Promise<readonly SheetRow[]> {
  const { tenantId, userId } = actor
  const [found] = await context.db.scoped<{ name: string; extension: string; size: string | number }>(
    { tenantId },
    {
      text: `select name, extension, attach_size as size from ${tableName(attach)}
        where tenant_id = $1 and id = $2 and create_user = $3 and is_deleted = 0`,
      values: [tenantId, attachId, userId],
    },
  )
  if (!found) throw gone()
  if (found.extension !== 'xlsx') throw new AppError(400, ['请上传 xlsx 工作簿', 'Please upload an xlsx workbook'])
  const large = sizeProblem('workbook', Number(found.size))
  if (large) throw new AppError(400, large)
  const stream = await read(context, tenantId, found.name)
  if (!stream) throw gone()
  return rowsIn(await buffer(stream), 'xlsx')
}
