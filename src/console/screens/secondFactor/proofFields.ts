import { text } from '../../../model/language/fields/field.ts'
import { oneTimeCode } from '../../../model/language/fields/oneTimeCode.ts'
import type { FormField } from '../../forms/AskForm.tsx'
import { CodeInput } from '../../forms/inputs/CodeInput.tsx'
import { PasswordInput } from '../../forms/inputs/PasswordInput.tsx'

/** The password in force, given again. */
export const PASSWORD_AGAIN: FormField = {
  name: 'password',
  field: text('当前密码', 'Current password', {
    required: '请输入当前密码',
    requiredEn: 'Please enter your current password',
  }),
  input: PasswordInput,
}

/** A code that the authenticator app shows now. */
export const CODE_AGAIN: FormField = { name: 'oneTimeCode', field: oneTimeCode, input: CodeInput }
