import { defineModule } from '../../language/module.ts'
import { code, copyCode, generateCode } from './code.ts'
import { datasource } from './datasource.ts'
import { devModel, modelPrototype } from './model.ts'
import { report } from './report.ts'

export default defineModule({
  id: 'develop',
  resources: [datasource, devModel, modelPrototype, code, report],
  calls: [generateCode, copyCode],
})
