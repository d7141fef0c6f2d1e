import { buffer } from 'node:stream/consumers'
import { attach } from '../../model/files/attach.ts'
import type { Download } from '../../model/language/domain/answer.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { forbidden, notFound } from '../core/errors.ts'
import { opens } from '../core/permissions.ts'
import { type AnyResource, tableName } from '../writing/unitOfWork/rows.ts'
import { read } from './disk.ts'

/** Where attachments are stored, by id. Whether somebody may have them is said by the record that holds them. */
export async function attachedOf(
  context: ServerContext,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly originalName: string; readonly size: number }>> {
  const rows = await context.db.scoped<{ id: string; name: string; original_name: string; attach_size: string }>(
    { tenantId },
    {
      text: `select id::text as id, name, original_name, attach_size from ${tableName(attach)}
        where tenant_id = $1 and id = any($2) and is_deleted = 0`,
      values: [tenantId, ids],
    },
  )
  return new Map(
    rows.map((row) => [row.id, { name: row.name, originalName: row.original_name, size: Number(row.attach_size) }]),
  )
}

/**
 * File of a record's field, as a download.
 * @throws 403 without the right to open it, 404 where there is none or its bytes are gone.
 */
export async function heldFile<R extends AnyResource>(
  { context, actor }: { readonly context: ServerContext; readonly actor: Actor },
  of: R,
  row: Readonly<Record<string, unknown>> | undefined,
  name: keyof R['fields'] & string,
): Promise<Download> {
  if (!opens(actor, of, name)) throw forbidden()
  const { tenantId } = actor
  const id = row?.[name] ? String(row[name]) : null
  const found = id ? (await attachedOf(context, tenantId, [id])).get(id) : undefined
  const stream = found && (await read(context, tenantId, found.name))
  if (!found || !stream) throw notFound()
  return { name: found.originalName, type: 'application/pdf', bytes: await buffer(stream) }
}
