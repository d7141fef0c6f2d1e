import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../core/errors.ts'
import type { Bucket } from '../core/settings/config.ts'
import type { Part } from './part.ts'

/**
 * A bucket of any S3-compatible store: put, get, delete and list of REST requests signed with AWS Signature Version 4
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), addressed by path. Keys are made by this
 * server, of letters, digits, `-`, `_`, `.` and `/`.
 */

/** How long a store may be silent, ms. */
const SILENT = 30_000
const EMPTY = createHash('sha256').update('').digest('hex')

const away = () => new AppError(503, ['文件存储暂时无法访问', 'The file store cannot be reached'], null, 5)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Ask {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Of an object; "" for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  /** Of what is read, the part that is wanted. */
  readonly part?: Part
  /** SHA-256 of the body, and its length. */
  readonly body?: { readonly sha256: string; readonly bytes: number; open(): Readable }
}

/** The query of a request, in the order in which it is signed. */
const queryOf = ({ query = {} }: Pick<Ask, 'query'>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** The headers of a request, signed for this moment. Pure but for the clock. */
export function signedHeaders(
  b: Bucket,
  ask: Omit<Ask, 'body'>,
  sha256: string,
  now = new Date(),
): Record<string, string> {
  const url = new URL(b.endpoint)
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = { host: url.host, 'x-amz-content-sha256': sha256, 'x-amz-date': time }
  const names = Object.keys(headers).sort()
  const canonical = [
    ask.method,
    pathOfKey(b, ask.key),
    queryOf(ask),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256,
  ].join('\n')
  const scope = `${day}/${b.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${b.secretKey}`, day), b.region))
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${b.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const pathOfKey = (b: Bucket, key: string): string => {
  const { pathname } = new URL(b.endpoint)
  const below = [b.bucket, ...(key === '' ? [] : key.split('/'))].map(encoded).join('/')
  return `${pathname.replace(/\/$/, '')}/${below}`
}

/** Sends a request; 503 where the store does not answer. */
async function ask(b: Bucket, a: Ask): Promise<IncomingMessage> {
  const url = new URL(b.endpoint)
  const query = queryOf(a)
  const headers = signedHeaders(b, a, a.body?.sha256 ?? EMPTY)
  const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)({
    hostname: url.hostname,
    port: url.port || undefined,
    path: `${pathOfKey(b, a.key)}${query ? `?${query}` : ''}`,
    method: a.method,
    headers: {
      ...headers,
      ...(a.body ? { 'content-length': a.body.bytes } : {}),
      // not among the signed ones
      ...(a.part ? { range: `bytes=${a.part.from}-${a.part.to}` } : {}),
    },
  })
  request.setTimeout(SILENT, () => request.destroy(new Error('silent')))
  const answered = new Promise<IncomingMessage>((done, fail) => {
    request.once('response', done)
    request.once('error', fail)
  })
  try {
    if (a.body) await Promise.all([pipeline(a.body.open(), request), answered])
    else request.end()
    return await answered
  } catch {
    answered.catch(() => undefined)
    throw away()
  }
}

/** The whole body of an answer; 503 where it is no success. */
async function text(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  if ((answer.statusCode ?? 500) >= 300) throw away()
  return Buffer.concat(parts).toString('utf8')
}

/** Stores a file under a key. */
export const putFile = async (b: Bucket, key: string, path: string, sha256: string, bytes: number): Promise<void> =>
  void (await text(await ask(b, { method: 'PUT', key, body: { sha256, bytes, open: () => createReadStream(path) } })))

/** Stores bytes under a key. */
export const putBytes = async (b: Bucket, key: string, content: Buffer): Promise<void> => {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const body = { sha256, bytes: content.length, open: () => Readable.from([content]) }
  await text(await ask(b, { method: 'PUT', key, body }))
}

/** The bytes of an object, or of a part of it; null when it is not there. */
export async function getObject(b: Bucket, key: string, part?: Part): Promise<Readable | null> {
  const answer = await ask(b, { method: 'GET', key, ...(part ? { part } : {}) })
  // a store that answers with all of it has not answered what was asked for
  if (answer.statusCode === (part ? 206 : 200)) return answer
  answer.resume()
  if (answer.statusCode === 404) return null
  throw away()
}

/** Deletes an object; a missing one is no error. */
export async function deleteObject(b: Bucket, key: string): Promise<void> {
  const answer = await ask(b, { method: 'DELETE', key })
  if (answer.statusCode === 404) answer.resume()
  else await text(answer)
}

const tag = (xml: string, name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** Keys below a prefix with the moment they were written (ms), a page at a time. */
export async function* listObjects(
  b: Bucket,
  prefix: string,
): AsyncGenerator<readonly { readonly key: string; readonly at: number }[]> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) }
    const xml = await text(await ask(b, { method: 'GET', key: '', query }))
    yield [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
      key: tag(one, 'Key') ?? '',
      at: Date.parse(tag(one, 'LastModified') ?? ''),
    }))
    token = tag(xml, 'IsTruncated') === 'true' ? tag(xml, 'NextContinuationToken') : undefined
  } while (token)
}
