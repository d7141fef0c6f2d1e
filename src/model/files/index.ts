import { defineModule } from '../kernel/module.ts'
import { attach, attachCalls, attachUse } from './attach.ts'
import { exportCalls, exportFile } from './exportFile.ts'
import { importCalls, importFile } from './importFile.ts'

export default defineModule({
  id: 'files',
  resources: [attach, attachUse, exportFile, importFile],
  calls: [...attachCalls, ...exportCalls, ...importCalls],
})
