import type { Label } from '../../values/label.ts'

/** The permission to play doctors, which a button beside their links gives; of administrators alone. */
export const SANDBOX_PERMISSION = 'sandbox_doctor'
export const SANDBOX_BUTTON: Label = ['代医生操作（沙箱）', 'Play doctors (sandbox)']
