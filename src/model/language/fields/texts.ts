import { hasHidden, hasHiddenInLines } from '../../values/characters.ts'
import { wallDate } from '../../values/dates.ts'
import { unified } from '../../values/folding.ts'
import type { Label } from '../../values/label.ts'
import {
  bareNumber,
  barePhone,
  bareTelephone,
  type IdCardFault,
  idCardFault,
  isBankAccount,
  isBankBranch,
  isCreditCode,
  isTelephone,
} from '../../values/officialNumbers.ts'
import { asIs, type KindCheck, wrong } from './check.ts'
import { type Field, lengthOf } from './field.ts'
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

type Meaning = NonNullable<Field['facts']['means']>

/** Checks of texts by their meaning; texts without a meaning are not checked further. */
const MEANT: Partial<Readonly<Record<Meaning, (f: Field, value: string) => Label | null>>> = {
  creditCode: (f, value) =>
    isCreditCode(value)
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
  bankAccount: (f, value) =>
    isBankAccount(value)
      ? null
      : wrong(
          f,
          /^\d\.\d*E\+?\d+$/.test(value)
            ? '已被表格软件改写，末尾数字丢失，请填写完整的账号'
            : '须为银行账号（6 至 30 位数字），请核对',
          'must be a bank account of 6 to 30 digits; check that none is lost',
        ),
  bankBranch: (f, value) =>
    isBankBranch(value)
      ? null
      : wrong(
          f,
          '须为12位联行号，请核对末位校验码',
          'must be the branch number of a bank, 12 digits; check it to the last one',
        ),
  telephone: (f, value) =>
    isTelephone(value)
      ? null
      : wrong(f, '须为手机号或固定电话，如 021-62345678', 'must be a mobile or landline number, such as 021-62345678'),
  bankSerial: (f, value) => {
    // letters of other alphabets look like these and make another number of the same receipt
    const other = /[^\p{ASCII}\p{Script=Han}\p{N}\p{P}\p{Zs}]/u.exec(unified(value))?.[0]
    return other === undefined
      ? null
      : wrong(
          f,
          `含有其他文字的字母“${other}”，请切换到英文输入后重新填写`,
          `contains “${other}” of another alphabet; type it again with Latin letters`,
        )
  },
}

const plain = textProblem(hasHidden)
/** How a text of a meaning is cleaned where it is certain what was meant: blanks, hyphens, width, marks of direction. */
const CLEANED: Partial<Readonly<Record<Meaning, (typed: string) => string>>> = {
  creditCode: bareNumber,
  bankAccount: bareNumber,
  bankBranch: bareNumber,
  telephone: bareTelephone,
  email: unified,
}
const cleaned = (f: Field, value: unknown): unknown => {
  const clean = f.facts.means && CLEANED[f.facts.means]
  return typeof value === 'string' && clean ? clean(value) : value
}

/** A short text without outer blanks, in the form of its meaning. */
export const text: KindCheck = {
  problem: (f, typed) => {
    const value = cleaned(f, typed)
    return plain(f, value) ?? (f.facts.means ? MEANT[f.facts.means]?.(f, (value as string).trim()) : null) ?? null
  },
  kept: (value, f) => (cleaned(f, value) as string).trim(),
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
    const number = typeof value === 'string' ? barePhone(value) : ''
    if (number.length !== 11) return ['手机号码长度不为11位', 'A mobile number has 11 digits']
    return /^1[3-9]\d{9}$/.test(number) ? null : ['手机号码格式不正确', 'This is not a mobile number']
  },
  kept: (value) => barePhone(value as string),
}

/** The check of texts that are encrypted: what looks encrypted is none. */
export const sealed: KindCheck = {
  problem: (f, value) =>
    text.problem(f, value) ?? (isSealed(value) ? wrong(f, '格式不正确', 'has a form that cannot be kept') : null),
  kept: text.kept,
}

const ID_CARD: Readonly<Record<IdCardFault, Label>> = {
  form: [
    '须为18位身份证号，请核对出生日期和末位校验码',
    'must be an identity number of 18 characters; check the date of birth and the last character',
  ],
  birth: [
    '须为18位身份证号，请核对出生日期和末位校验码',
    'must be an identity number of 18 characters; check the date of birth and the last character',
  ],
  region: ['的地区码（前两位）不存在，请核对', 'begins with a region that does not exist; check the first two digits'],
  early: ['的出生日期早于 1900 年，请核对', 'has a date of birth before 1900; check it'],
  future: ['的出生日期在今天之后，请核对', 'has a date of birth in the future; check it'],
}

/** The check of identity card numbers. */
export const idCard: KindCheck = {
  problem: (f, value) => {
    const fault = typeof value === 'string' ? idCardFault(bareNumber(value), wallDate(Date.now())) : 'form'
    return fault && wrong(f, ...(ID_CARD[fault] as [string, string]))
  },
  kept: (value) => bareNumber(value as string),
}
