import { attach } from '../../model/files/attach.ts'
import { statisticsCalls } from '../domains/desk/statistics.ts'
import { accountStatementCalls } from '../domains/funds/accountStatement.ts'
import { exportsOpened } from '../exchange/export/handlers.ts'
import { askedSheet } from '../exchange/import/askedSheet.ts'
import { importsOpened } from '../exchange/import/handlers.ts'
import { attachmentsOpened } from '../files/handlers.ts'
import { portFiles } from '../files/portFiles.ts'
import { hooks } from '../writing/hooks.ts'
import { attachmentHeld } from '../writing/save/attachments.ts'
import { defineServerDomain } from './serverDomain.ts'
import { traceHandlers } from './trace.ts'

/** The platform's own part for every resource: figures, traces, files, workbooks in and out. */
export default defineServerDomain({
  name: 'records',
  filesOf: portFiles,
  readSheet: askedSheet,
  hooks: [hooks(attach, { removalProblem: attachmentHeld })],
  calls: [
    ...statisticsCalls,
    ...traceHandlers,
    ...accountStatementCalls,
    ...attachmentsOpened,
    ...exportsOpened,
    ...importsOpened,
  ],
})
