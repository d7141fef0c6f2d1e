import type { Panels } from '../record/panels.ts'

/** The console half of a domain: what only its records show. */
export interface ConsoleDomain {
  readonly name: string
  /** Panels by the name that sections say, each with its words, loaded when one is shown. */
  readonly panels: Panels
}

/** Declares the console half of a domain. */
export const defineConsoleDomain = (domain: ConsoleDomain): ConsoleDomain => domain

/** The panels of all domains. @throws Error where two bring a panel of one name. */
export function composePanels(domains: readonly ConsoleDomain[]): Panels {
  const panels: Record<string, Panels[string]> = {}
  for (const domain of domains)
    for (const [name, load] of Object.entries(domain.panels)) {
      if (Object.hasOwn(panels, name))
        throw new Error(`the panel ${name} is given twice, the second time by ${domain.name}`)
      panels[name] = load
    }
  return Object.freeze(panels)
}
