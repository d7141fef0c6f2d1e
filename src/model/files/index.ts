import { defineModule } from '../kernel/module.ts'
import { attach, attachCalls, attachUse } from './attach.ts'
import { exportCalls, exportFile } from './exportFile.ts'

export default defineModule({
  id: 'files',
  resources: [attach, attachUse, exportFile],
  calls: [...attachCalls, ...exportCalls],
})
