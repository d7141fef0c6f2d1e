import { dictBiz } from '../../model/administration/system/dictBiz.ts'
import { type Field, isDict } from '../../model/language/fields/field.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { tableName } from '../writing/unitOfWork/rows.ts'

/** An entry of a dictionary, sealed ones included. */
export interface DictEntry {
  readonly code: string
  readonly dict_key: string
  readonly dict_value: string
  readonly is_sealed: number
}

/** The entries of the dictionaries that some fields use, in their order. */
export async function entriesOf(
  context: ServerContext,
  actor: Actor,
  fields: readonly Field[],
): Promise<readonly DictEntry[]> {
  const codes = [...new Set(fields.flatMap((f) => (isDict(f) ? [f.dict] : [])))]
  if (codes.length === 0) return []
  return context.db.scoped<DictEntry>(
    { tenantId: actor.tenantId },
    {
      text: `select code, dict_key, dict_value, is_sealed from ${tableName(dictBiz)}
             where tenant_id = $1 and code = any($2::text[]) and parent_id is not null and is_deleted = 0 order by sort, id`,
      values: [actor.tenantId, codes],
    },
  )
}
