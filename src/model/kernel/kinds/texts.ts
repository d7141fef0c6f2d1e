import { hasHidden, hasHiddenInLines } from '../characters.ts'
import { type Field, lengthOf } from '../field.ts'
import type { Label } from '../label.ts'
import { isCreditCode, isIdCard } from '../officialNumbers.ts'
import { asIs, type KindCheck, wrong } from './check.ts'
import { isSealed, isShownSecret } from './secrets.ts'

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

type Meaning = NonNullable<Field['facts']['means']>

/** Checks of texts by their meaning; texts without a meaning are not checked further. */
const MEANT: Partial<Readonly<Record<Meaning, (f: Field, value: string) => Label | null>>> = {
  creditCode: (f, value) =>
    isCreditCode(value.toUpperCase())
      ? null
      : wrong(
          f,
          '须为18位统一社会信用代码，请核对末位校验码',
          'must be a credit code of 18 characters; check it to the last one',
        ),
  email: (f, value) =>
    /^[^\s@,;]+@[^\s@,;.]+(\.[^\s@,;.]+)+$/.test(value)
      ? null
      : wrong(f, '须为邮箱地址，如 name@example.com', 'must be an address such as name@example.com'),
}

const plain = textProblem(hasHidden)
/** A short text without outer blanks, in the form of its meaning. Letters of credit codes are capitals. */
export const text: KindCheck = {
  problem: (f, value) =>
    plain(f, value) ?? (f.facts.means ? MEANT[f.facts.means]?.(f, (value as string).trim()) : null) ?? null,
  kept: (value, f) => {
    const kept = (value as string).trim()
    return f.facts.means === 'creditCode' ? kept.toUpperCase() : kept
  },
}
/** The check of texts of one line. */
export const line: KindCheck = { problem: textProblem(hasHidden), kept: asIs }
/** The check of texts of several lines. */
export const lines: KindCheck = { problem: textProblem(hasHiddenInLines), kept: asIs }
/** Rich text is shown by a renderer of its own, and its editors are full of zero-width spaces. */
export const markup: KindCheck = { problem: textProblem(() => false), kept: asIs }

/** A secret is stored unchanged, including blanks; its placeholder means the present value. */
export const secret: KindCheck = {
  problem: (f, value) => (isShownSecret(value) ? null : line.problem(f, value)),
  kept: asIs,
}

/** The check of mobile phone numbers. */
export const phone: KindCheck = {
  problem: (_, value) => {
    if (typeof value !== 'string' || value.length !== 11)
      return ['手机号码长度不为11位', 'A mobile number has 11 digits']
    return /^1[3-9]\d{9}$/.test(value) ? null : ['手机号码格式不正确', 'This is not a mobile number']
  },
  kept: trimmed,
}

/** The check of texts that are encrypted: what looks encrypted is none. */
export const sealed: KindCheck = {
  problem: (f, value) =>
    text.problem(f, value) ?? (isSealed(value) ? wrong(f, '格式不正确', 'has a form that cannot be kept') : null),
  kept: trimmed,
}

/** The check of identity card numbers. */
export const idCard: KindCheck = {
  problem: (f, value) =>
    typeof value === 'string' && isIdCard(value)
      ? null
      : wrong(
          f,
          '须为18位身份证号，请核对出生日期和末位校验码',
          'must be an identity number of 18 characters; check the date of birth and the last character',
        ),
  kept: (value) => (value as string).trim().toUpperCase(),
}
