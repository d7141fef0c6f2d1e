import { defineDomain } from '../language/domain/domain.ts'
import { attach, attachCalls, attachUse } from './attach.ts'
import { exportCalls, exportFile } from './exportFile.ts'
import { importCalls, importFile } from './importFile.ts'
import { textPrint } from './textPrint.ts'

export default defineDomain('files', {
  resources: [attach, attachUse, textPrint, exportFile, importFile],
  calls: [...attachCalls, ...exportCalls, ...importCalls],
})
