import { MESSAGES } from '../../../model/administration/system/shortMessage.ts'
import type { Label } from '../../../model/values/label.ts'

/** A message with a link is refused while nobody said where this server is reached. */
export const NO_PUBLIC_URL: Label = [
  '服务器未配置 PUBLIC_URL（本平台的对外地址，如 https://rounds.example.com），短信中的链接无法打开；请由运维配置后再发送，或改用二维码',
  'PUBLIC_URL, the address at which people reach this server (https://rounds.example.com), is not configured: links in messages would lead nowhere. Have it configured, or show the QR code',
]

/** Where the link of a text stands in it. */
const LINK = /\/(?:d|bdface)\/\{code\}/

type Template = keyof typeof MESSAGES

/** The path of the link in a text, with `{code}` in it; null where it has none. Pure. */
const pathIn = (template: Template): string | null => LINK.exec(MESSAGES[template])?.[0] ?? null

/** Has a text a link? Pure. */
export const hasLink = (template: Template): boolean => pathIn(template) !== null

/** The link of a text as the doctor opens it; null where the text has none. Pure. */
export const linkOf = (template: Template, code: string, publicUrl: string): string | null => {
  const path = pathIn(template)
  return path && `${publicUrl}${path.replace('{code}', code)}`
}

/** A text whose link begins with the address of this server. Pure. */
export const withAddress = (template: Template, publicUrl: string | null): string =>
  MESSAGES[template].replace(LINK, (path) => `${publicUrl ?? ''}${path}`)
