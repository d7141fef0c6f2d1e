import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { wallClock } from '../../model/values/dates.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { PortFiles } from '../ports/files.ts'
import { PortError } from '../ports/portError.ts'
import { attachedOf } from './attached.ts'
import { read, store } from './disk.ts'

/** Files of a tenant for the adapters of ports. */
export const portFiles = (context: ServerContext, tenantId: string): PortFiles => ({
  async read(attachId) {
    const found = (await attachedOf(context, tenantId, [attachId])).get(attachId)
    const stream = found && (await read(context, tenantId, found.name))
    if (!stream) throw new PortError('INVALID', `文件已丢失 / the file ${attachId} is gone`)
    return buffer(stream)
  },
  async keep(bytes, extension) {
    const day = wallClock(context.now()).slice(0, 10).replaceAll('-', '')
    const fileName = `${day}/${context.id()}.${extension}`
    await store(context, tenantId, fileName, bytes)
    return { fileName, fileSize: bytes.length, fileSha256: createHash('sha256').update(bytes).digest('hex') }
  },
})
