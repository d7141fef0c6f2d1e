import type { ServerContext } from '../core/context/context.ts'

/** A file that an adapter stored, as the answer of a call tells of it. Size in bytes. */
export interface KeptFile {
  readonly fileName: string
  readonly fileSize: number
  readonly fileSha256: string
}

/** Files of one tenant as adapters see them: what is sent to a partner, and what a partner gave. */
export interface PortFiles {
  /** Bytes of an attachment. @throws PortError INVALID where it is gone. */
  read(attachId: string): Promise<Buffer>
  /**
   * Stores a file received from a partner, outside of any transaction. It becomes reachable with the step that adds its
   * row; files that no step takes are deleted later.
   */
  keep(bytes: Buffer, extension: 'pdf' | 'png'): Promise<KeptFile>
}

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** The files of a tenant: the store of files stands above the ports. */
    readonly filesOf: (context: ServerContext, tenantId: string) => PortFiles
  }
}
