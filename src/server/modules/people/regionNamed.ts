import { region } from '../../../model/system/region.ts'
import type { Prepare } from '../../writes/hooks.ts'

/** Keeps the name of a region beside its code; null for a code that 行政区划 does not have. */
export const regionNamed: Prepare = async (values, before, work) => {
  const code = values.regionCode
  if (code === undefined || code === before?.regionCode) return {}
  return { regionName: code ? ((await work.any(region, { code: String(code) }))?.name ?? null) : null }
}
