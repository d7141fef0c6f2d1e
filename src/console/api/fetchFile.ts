import { api } from './client.ts'
import { download } from './download.ts'
import type { Params } from './transport.ts'

/** Time in which a browser has taken over a download, ms. */
const DOWNLOAD_START_MS = 60_000

/**
 * Calls for a file and hands it to the browser, which saves it under the server's name. With a `body` it is a POST.
 * @throws ApiError with the server's own message
 */
export async function fetchFile(path: string, params: Params, body?: object): Promise<void> {
  const { blob, name } = await api.receive(path, body, { params })
  const link = URL.createObjectURL(blob)
  download(link, name)
  setTimeout(() => URL.revokeObjectURL(link), DOWNLOAD_START_MS)
}
