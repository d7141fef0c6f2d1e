import { createHash } from 'node:crypto'
import type { Asking, Known } from '../adapter.ts'
import type { PortFiles } from '../files.ts'
import { PortError } from '../portError.ts'
import type { Esign } from './port.ts'
import { sealPicture } from './seal.ts'

/** Keeps nothing, so it knows of no key: asked anew, it answers alike. */
const find = async (): Promise<Known<never>> => ({ state: 'absent' })

/** The file that was sent is the one that was signed. */
const NO_FILE = { fileName: null, fileSize: null, fileSha256: null } as const

/** The account of an identity number or credit code: the same for the same one. Pure. */
export const accountOf = (idNo: string): string => `ES${createHash('sha256').update(idNo).digest('hex').slice(0, 16)}`

/** True of a flow that this sandbox began; false of one of a partner, whose numbers may begin alike. Pure. */
export const isSandboxFlow = (flowId: string | null): boolean => /^EFSF\d+$/.test(flowId ?? '')

/**
 * Sandbox that answers by its input alone, without clock or memory (domain §7): identity numbers ending with 0000
 * belong to another name; a flow is signed at its first query, doctors whose mobile number ends with 8 refuse, and
 * those whose number ends with 6 do not answer yet. The signed file is the file sent.
 */
export const sandbox = (files: PortFiles): Esign => ({
  createAccount: {
    async call({ idNo }) {
      if (idNo?.endsWith('0000')) throw new PortError('REJECTED', 'sandbox: another name', 'NAME_MISMATCH')
      return { accountId: accountOf(idNo ?? '') }
    },
    find,
  },
  createSeal: {
    call: async ({ hText }) => files.keep(await sealPicture(hText ?? ''), 'png'),
    find,
  },
  setAccountStatus: {
    async call() {
      return {}
    },
    find,
  },
  createFlow: {
    async call(_input, { key }: Asking) {
      return { flowId: `EF${key}`, signUrl: '' }
    },
    find,
  },
  answerFlow: {
    async call({ answer }) {
      return { status: answer === 'AGREE' ? 'SIGNED' : 'REFUSED', ...NO_FILE }
    },
    find,
  },
  flowStatus: {
    async call({ doctorPhone }) {
      const last = doctorPhone?.slice(-1) ?? ''
      return { status: last === '8' ? 'REFUSED' : last === '6' ? 'PENDING' : 'SIGNED', ...NO_FILE }
    },
    find,
  },
})
