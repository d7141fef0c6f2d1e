// npm run schema: writes migrations/0001_baseline.sql from the model. Until the first release the file is written anew;
// after it, changes are migrations of their own (the schema test says which statements are missing).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../migrate.ts'
import { schemaSql } from './ddl.ts'

const file = join(MIGRATIONS, '0001_baseline.sql')
writeFileSync(
  file,
  `-- Written by npm run schema from the model. Do not edit: change src/model or src/server/store/tables.\n\n${schemaSql()}`,
)
console.log(file)
