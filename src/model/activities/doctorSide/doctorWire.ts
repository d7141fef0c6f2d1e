import type { TemplateQuestion } from '../../values/questionnaire.ts'

/** Shapes of a doctor's phone page (domain §13): shapes that server and page share. */

/** Headers of the page: the token of its link, and the proof of who asks. */
export const DOCTOR_HEADER = { link: 'doctor-link', proof: 'doctor-proof' } as const

/** Why a link shows nothing any more. */
export type LinkEnd =
  /** There is no such link. */
  | 'unknown'
  | 'expired'
  /** The purpose of the link is reached. */
  | 'reached'
  /** A newer link was made, or a person revoked this one. */
  | 'revoked'
  /** Too many wrong answers. */
  | 'locked'
  /** The activity is over, or the doctor takes part no longer. */
  | 'over'
  /** The meeting has not come near yet. */
  | 'early'

/** A name and a value, in both languages. */
export interface NamedValue {
  readonly label: readonly [string, string]
  readonly value: string
}

/** A further field of a report besides its template. */
export interface MoreField {
  readonly name: string
  readonly label: readonly [string, string]
  /** How it is answered. */
  readonly by: 'line' | 'count' | 'yesOrNo' | 'option'
  readonly required: boolean
  readonly options: readonly { readonly value: string; readonly label: readonly [string, string] }[]
}

/** The form of a report and the saved draft of its answers. */
export interface WireReport {
  readonly attributes: readonly TemplateQuestion[]
  readonly more: readonly MoreField[]
  /** Is there a place for files besides the answers? */
  readonly takesFiles: boolean
  /** Answers of the refused one. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly files: readonly { readonly id: string; readonly name: string }[]
  readonly draft: { readonly content: Readonly<Record<string, unknown>>; readonly time: string } | null
  /** Why it was refused. */
  readonly reason: string | null
  /** Which of how many it will be. */
  readonly number: number
  readonly of: number
}

/** A month of income; amounts in yuan. */
export interface IncomeMonth {
  readonly month: string
  readonly gross: string
  readonly tax: string
  readonly net: string
  readonly payments: readonly {
    readonly code: string
    readonly time: string
    readonly company: string
    readonly gross: string
    readonly tax: string
    readonly net: string
  }[]
}

/** The view of a link. */
export interface DoctorView {
  readonly purpose: number
  /** The proof that is still missing; nothing else is answered until then. */
  readonly asks: 'identity' | 'code' | null
  /** Of the doctor: enough to know whether it is oneself. */
  readonly name: string
  readonly title: string
  readonly expireTime: string
  readonly facts: readonly NamedValue[]
  /** Why nothing is handed in now. */
  readonly problem: readonly [string, string] | null
  readonly agreement?: {
    /** 0 to be answered, 1 agreed, 2 refused, 3 void. */
    readonly status: number
    /** Is it with the partner, answered, and not ended? */
    readonly signing: boolean
    /** May it be answered now? Else why not. */
    readonly problem: readonly [string, string] | null
    readonly fileId: string | null
  }
  readonly report?: WireReport
  readonly meeting?: { readonly name: string; readonly startTime: string; readonly endTime: string }
  readonly face?: { readonly status: number; readonly waits: boolean; readonly url: string }
  readonly months?: readonly IncomeMonth[]
}
