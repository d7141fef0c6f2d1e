import type { MultipartFile } from '@fastify/multipart'
import type { RequestContext, ServerContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { type Arrived, receive } from './disk.ts'

const cutOff = () =>
  new AppError(400, ['文件未发送完整，请重新上传', 'The file did not arrive whole; please send it again'], {
    file: '文件未发送完整',
  })

/** Errors of the form itself come without a code; refusals, the disk and the connection have theirs. */
const ofForm = (e: unknown): unknown => (e instanceof Error && !('code' in e) ? cutOff() : e)

/**
 * The one file of a request, of at most so many bytes, with the name "" where it has none; null where it carries none. @throws AppError 400 where it is no
 * form that can be read
 */
export async function fileIn({ http }: Pick<RequestContext, 'http'>, fileSize: number): Promise<MultipartFile | null> {
  if (!http.isMultipart()) return null
  try {
    const part = await http.file({ limits: { fileSize } })
    // a part that only its type says to be a file comes without a name
    if (part) part.filename ??= ''
    return part ?? null
  } catch (e) {
    throw ofForm(e)
  }
}

/** A file that comes: its bytes, whether they were cut, and what its sender calls it. */
export interface Coming {
  readonly file: NodeJS.ReadableStream & { readonly truncated?: boolean }
  readonly filename: string
}

/** Writes a file of a request beside the store (`receive`). @throws AppError 400 where its form ends before it does */
export async function arrive(context: ServerContext, part: Coming): Promise<Arrived> {
  try {
    return await receive(context, part.file)
  } catch (e) {
    throw ofForm(e)
  }
}
