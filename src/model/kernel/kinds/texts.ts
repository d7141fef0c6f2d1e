import { hasHidden, hasHiddenInLines } from '../characters.ts'
import { instantOf } from '../dates.ts'
import { type Field, lengthOf } from '../field.ts'
import type { Label } from '../label.ts'
import { asIs, type KindCheck, wrong } from './check.ts'
import { isShownSecret } from './secrets.ts'

/** A text without NUL, of characters that can be seen, within its length. */
const textProblem =
  (hidden: (text: string) => boolean) =>
  (f: Field, value: unknown): Label | null => {
    if (typeof value !== 'string') return wrong(f, '须为文本', 'must be text')
    if (value.includes('\0')) return wrong(f, '含有不能保存的字符', 'contains a character that cannot be kept')
    if (hidden(value)) return wrong(f, '含有不可见字符，请删除', 'contains invisible characters; remove them')
    const most = lengthOf(f)
    if (most !== undefined && [...value].length > most)
      return wrong(f, `不能超过${most}个字符`, `must not exceed ${most} characters`)
    return null
  }

const trimmed = (value: unknown): unknown => (value as string).trim()

/** GB 11643: 17 digits, a check character, a real birthday. */
export function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value)) return false
  const birth = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  if (instantOf(birth) === null) return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const rest = weights.reduce((n, w, i) => n + w * Number(value[i]), 0) % 11
  return '10X98765432'[rest] === value[17]?.toUpperCase()
}

export const text: KindCheck = { problem: textProblem(hasHidden), kept: trimmed }
export const line: KindCheck = { problem: textProblem(hasHidden), kept: asIs }
export const lines: KindCheck = { problem: textProblem(hasHiddenInLines), kept: asIs }
/** Rich text is shown by a renderer of its own, and its editors are full of zero-width spaces. */
export const markup: KindCheck = { problem: textProblem(() => false), kept: asIs }

/** A secret is taken as it is, blanks and all; as it is shown it stands for the one there is. */
export const secret: KindCheck = {
  problem: (f, value) => (isShownSecret(value) ? null : line.problem(f, value)),
  kept: asIs,
}

export const phone: KindCheck = {
  problem: (_, value) => {
    if (typeof value !== 'string' || value.length !== 11)
      return ['手机号码长度不为11位', 'A mobile number has 11 digits']
    return /^1[3-9]\d{9}$/.test(value) ? null : ['手机号码格式不正确', 'This is not a mobile number']
  },
  kept: trimmed,
}

export const idCard: KindCheck = {
  problem: (f, value) =>
    typeof value === 'string' && isIdCard(value) ? null : wrong(f, '格式不正确', 'is not a valid identity number'),
  kept: trimmed,
}
