// npm run schema: writes migrations/0001_baseline.sql from the model and 0007_readings.sql from the dictionary. Until the first release the file is written anew;
// after it, changes are migrations of their own (the schema test says which statements are missing).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from './database/migrate.ts'
import { schemaSql } from './database/schema/ddl.ts'
import { readingsSql } from './database/schema/readings.ts'
import { business } from './domains/domains.ts'

const file = join(MIGRATIONS, '0001_baseline.sql')
writeFileSync(
  file,
  `-- Written by npm run schema from the model. Do not edit: change src/model or src/server/database/tables.\n\n${schemaSql(business.tables)}`,
)
console.log(file)

const readings = join(MIGRATIONS, '0007_readings.sql')
writeFileSync(readings, readingsSql())
console.log(readings)
