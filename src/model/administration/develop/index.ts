import type { DomainPart } from '../../language/domain/domain.ts'
import { code, copyCode, generateCode } from './code.ts'
import { datasource } from './datasource.ts'
import { devModel, modelPrototype } from './model.ts'
import { report } from './report.ts'

const part: DomainPart = {
  resources: [datasource, devModel, modelPrototype, code, report],
  calls: [generateCode, copyCode],
}

export default part
