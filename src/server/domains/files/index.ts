import { attach } from '../../../model/files/attach.ts'
import { exportsOpened } from '../../exchange/export/handlers.ts'
import { importsOpened } from '../../exchange/import/handlers.ts'
import { uploadedSheet } from '../../exchange/import/uploadedSheet.ts'
import { attachmentsOpened } from '../../files/handlers.ts'
import { portFiles } from '../../files/portFiles.ts'
import { hooks } from '../../writing/hooks.ts'
import { attachmentHeld } from '../../writing/save/attachments.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { filesTables } from './tables.ts'

/** The server half of files: attachments, and workbooks in and out. */
export default defineServerDomain({
  name: 'files',
  tables: filesTables,
  filesOf: portFiles,
  readSheet: uploadedSheet,
  hooks: [hooks(attach, { removalProblem: attachmentHeld })],
  calls: [...attachmentsOpened, ...exportsOpened, ...importsOpened],
})
