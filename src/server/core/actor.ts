/** Who asks: known from the session alone, never from what the client says. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  readonly name: string
  readonly account: string
  /** Role aliases; `administrator` is granted everything. */
  readonly roles: readonly string[]
  readonly roleTitles: string
  readonly deptId: string | null
  /** Set for users of a company, fiscal-tax company or provider: their rows only (INV-43). */
  readonly company: string | null
  readonly fiscalTax: string | null
  readonly provider: string | null
  readonly permissions: ReadonlySet<string>
  readonly language: 'zh' | 'en'
  readonly sessionId: string
  readonly requestId: string
}
