import { open, readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { FILE_TYPES } from '../../model/language/fields/fileTypes.ts'
import type { Label } from '../../model/values/label.ts'

/**
 * Office files of before 2007 are one container; which of them it is, only the name says. They are never run or shown.
 */
const OLD_OFFICE = ['doc', 'xls', 'ppt']

/** Type of a file by its content. */
export interface Recognised {
  /** Null for what may not be uploaded: texts, markup, pictures made of markup (SVG), programs. */
  readonly extension: string | null
  /** Description and remedy, where the file is a known kind that people mistake for the required one. */
  readonly hint: Label | null
}

const picture = (kind: string): Label => [
  `这是 ${kind} 图片，请转为 jpg 或 png 后上传`,
  `This is a ${kind} picture: convert it to jpg or png and send that`,
]
const workbook = (kind: string): Label => [
  `这是 ${kind} 工作簿，请用表格软件另存为 xlsx 后上传`,
  `This is a workbook of the kind ${kind}: save it as xlsx in a spreadsheet and send that`,
]
const LOCKED: Label = [
  '文件已加密（设有打开密码），请去掉密码后上传',
  'The file is encrypted: remove the password that opens it and send it again',
]
const PAGE: Label = [
  '这是网页（HTML）；如果是表格，请用表格软件打开并另存为 xlsx 后上传',
  'This is a web page (HTML); if it is a sheet, open it in a spreadsheet, save it as xlsx and send that',
]
const NO_INVOICE: Label = [
  'XML 文件须为电子发票，其他 XML 不能上传',
  'An XML file has to be an electronic invoice; others cannot be sent',
]
const HINTS: Readonly<Record<string, Label>> = {
  heic: picture('HEIC'),
  heif: picture('HEIF'),
  avif: picture('AVIF'),
  webp: picture('WebP'),
  gif: picture('GIF'),
  bmp: picture('BMP'),
  tif: picture('TIFF'),
  xlsm: workbook('xlsm'),
  xltx: workbook('xltx'),
  xlsb: workbook('xlsb'),
  ods: workbook('ods'),
  rar: ['这是 rar 压缩包，请改用 zip', 'This is a rar archive: send a zip'],
  '7z': ['这是 7z 压缩包，请改用 zip', 'This is a 7z archive: send a zip'],
}

/** Characters of a text that are looked at to know what it is. */
const HEAD = 2_000

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** A container of before 2007: an old document, or an encrypted one. */
async function inContainer(path: string, name: string): Promise<Recognised> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if ((await readFile(path)).includes(wide('EncryptedPackage'))) return { extension: null, hint: LOCKED }
  if (OLD_OFFICE.includes(extension))
    return { extension: extension, hint: extension === 'xls' ? workbook('xls') : null }
  return { extension: null, hint: extension === 'et' || extension === 'xlsx' ? workbook('xls') : null }
}

/** A zip: an electronic invoice (OFD) is one that begins with its own table of contents; xlsb is known by a part. */
async function inZip(path: string): Promise<Recognised> {
  const bytes = await readFile(path)
  const has = (part: string) => bytes.includes(Buffer.from(part))
  if (has('OFD.xml') && has('Document.xml')) return { extension: 'ofd', hint: null }
  return has('xl/workbook.bin') ? { extension: null, hint: HINTS.xlsb as Label } : { extension: 'zip', hint: null }
}

/** Characters of a text that are written by their numbers. */
const unescaped = (text: string): string =>
  text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Names a document elements of pages or of drawings? A browser that opens it from a disk runs their scripts. */
async function isPage(path: string, encoding: BufferEncoding): Promise<boolean> {
  return /w3\.org\/(1999\/xhtml|2000\/svg)/i.test(unescaped((await readFile(path)).toString(encoding)))
}

/** A text: an electronic invoice in XML is kept, a page is told from a workbook, everything else is none of our kinds. */
async function inText(path: string): Promise<Recognised> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close())
  const bytes = buffer.subarray(0, bytesRead)
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8'
  const head = bytes.toString(encoding).replace(/^\uFEFF/, '')
  if (/^\s*<(!doctype\s+html|html|table|meta)/i.test(head)) return { extension: null, hint: PAGE }
  if (!/^\s*<(\?xml|\w)/.test(head)) return { extension: null, hint: null }
  // a document type may define anything, and a style sheet may turn the document into a page
  const safe = !/<!doctype|<\?xml-stylesheet/i.test(head)
  const [, root = ''] = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:[\w-]+:)?([\w-]+)/.exec(head) ?? []
  if (safe && /invoice|^xbrl$/i.test(root) && !(await isPage(path, encoding))) return { extension: 'xml', hint: null }
  return { extension: null, hint: root === 'Workbook' ? workbook('XML') : root === 'svg' ? picture('SVG') : NO_INVOICE }
}

/** Type of a file by its content; `name` decides among old office files alone. */
export async function recognised(path: string, name: string): Promise<Recognised> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (!found || found.ext === 'xml') return inText(path)
  if (found.ext === 'cfb') return inContainer(path, name)
  if (found.ext === 'zip') return inZip(path)
  return { extension: Object.hasOwn(FILE_TYPES, found.ext) ? found.ext : null, hint: HINTS[found.ext] ?? null }
}

/** The extension that the content of a file has, null for what may not be uploaded. */
export const extensionIn = async (path: string, name: string): Promise<string | null> =>
  (await recognised(path, name)).extension
