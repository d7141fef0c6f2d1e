import { text } from './field.ts'

/** A code of a person's second factor, as calls and forms ask for it. */
export const oneTimeCode = text('动态验证码', 'One-time code', {
  length: 20,
  required: '请输入动态验证码',
  requiredEn: 'Please enter the one-time code',
  help: ['验证器应用显示的 6 位数字', 'The six digits that your authenticator app shows'],
})

/** A code as a person typed it, without spaces and full width: six digits; null for what cannot be one. Pure. */
export function parseCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
