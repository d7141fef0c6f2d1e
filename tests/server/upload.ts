import { newId } from '../../src/server/core/ids.ts'
import { type Answer, BASIC, type Client, type TestApp } from './app.ts'

/** Uploads a file as a browser does; without a name as bytes that are called nothing. */
export function upload(
  app: Pick<TestApp, 'call'>,
  who: Client,
  content: Uint8Array,
  name: string | null,
  path = 'blade-resource/oss/endpoint/put-file',
  key?: string,
): Promise<Answer<{ attachId: string; link: string }>> {
  const border = `b${newId()}`
  const named = name === null ? '' : `; filename="${name}"`
  const type = name === null ? 'application/octet-stream' : 'image/png'
  const head = `content-disposition: form-data; name="file"${named}\r\ncontent-type: ${type}`
  return app.call('POST', path, {
    headers: {
      authorization: BASIC,
      'blade-auth': `bearer ${who.access}`,
      'content-type': `multipart/form-data; boundary=${border}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: Buffer.concat([
      Buffer.from(`--${border}\r\n${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from(`\r\n--${border}--\r\n`),
    ]),
  })
}
