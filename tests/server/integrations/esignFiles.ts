import type { KeptFile, PortFiles } from '../../../src/server/ports/files.ts'

/** Files of a tenant that a test looks into: attachments by id, and what adapters kept. */
export interface TestFiles extends PortFiles {
  readonly kept: Map<string, Buffer>
}

export function testFiles(attachments: Readonly<Record<string, Buffer>> = {}): TestFiles {
  const kept = new Map<string, Buffer>()
  return {
    kept,
    async read(id) {
      const found = attachments[id]
      if (!found) throw new Error(`no attachment ${id}`)
      return found
    },
    async keep(bytes, extension): Promise<KeptFile> {
      const fileName = `20240615/${kept.size + 1}.${extension}`
      kept.set(fileName, bytes)
      return { fileName, fileSize: bytes.length, fileSha256: 'x' }
    },
  }
}
