import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order, question } from '../carriers.ts'
import type { KeptFile, PortFiles } from '../files.ts'
import { PortError } from '../portError.ts'
import type { Esign } from './port.ts'

/** Longest answer with a file in it, bytes: files are a third longer as base64. */
const ANSWER_BYTES_MAX = 30_000_000

/** How the files begin that are taken. */
const BEGINS = {
  pdf: Buffer.from('%PDF-'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
} as const

/** Stores a file that came as base64. @throws PortError INVALID where it is none of that type. */
function kept(files: PortFiles, sent: unknown, extension: keyof typeof BEGINS): Promise<KeptFile> {
  const bytes = Buffer.from(typeof sent === 'string' ? sent : '', 'base64')
  if (!bytes.subarray(0, 8).subarray(0, BEGINS[extension].length).equals(BEGINS[extension]))
    throw new PortError('INVALID', `the answer holds no ${extension}`)
  return files.keep(bytes, extension)
}

/** Result of a flow: of a signed one with the file. */
const ended = async (files: PortFiles, { status, file }: Readonly<Record<string, unknown>>) => ({
  status: status as 'SIGNED',
  ...(status === 'SIGNED' ? await kept(files, file, 'pdf') : { fileName: null, fileSize: null, fileSha256: null }),
})

/**
 * The partner over http: `/accounts`, `/seals` (answers `image`, a PNG as base64), `/account-states` and `/flows` (is sent
 * `file`, the PDF as base64) are told once a key, and so is what a signer answered on our page (`/flow-answers`); `GET /flow-states/{flowId}` says in `status` what became of a flow, and
 * of a signed one in `file` what was signed.
 */
export const http = (settings: PortSettings, files: PortFiles): Esign => ({
  createAccount: order(settings, '/accounts'),
  createSeal: order(settings, '/seals', { most: ANSWER_BYTES_MAX, take: ({ image }) => kept(files, image, 'png') }),
  setAccountStatus: order(settings, '/account-states'),
  createFlow: order(settings, '/flows', {
    send: async ({ title, fileUrl, signers }) => ({
      title,
      signers,
      file: (await files.read(fileUrl ?? '')).toString('base64'),
    }),
  }),
  answerFlow: order(settings, '/flow-answers', { most: ANSWER_BYTES_MAX, take: (answer) => ended(files, answer) }),
  flowStatus: question(settings, '/flow-states', ({ flowId }) => flowId, {
    unknown: 'UNKNOWN_FLOW',
    most: ANSWER_BYTES_MAX,
    take: (answer) => ended(files, answer),
  }),
})
