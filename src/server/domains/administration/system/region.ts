import { region } from '../../../../model/administration/system/region.ts'
import type { Prepare } from '../../../writing/hooks.ts'

/** The fields that name the region of a level (1 province, 2 city, 3 district) that a region is in, or is. */
const LEVELS = [
  [1, 'provinceCode', 'provinceName'],
  [2, 'cityCode', 'cityName'],
  [3, 'districtCode', 'districtName'],
] as const

/**
 * A region inherits the names of its parents and adds its own at its level. Regions below a renamed or moved one, and
 * records that chose one of them, are updated by triggers (database/schema/renames.ts).
 */
export const regionPlaced: Prepare = async (values, before, work) => {
  const now = { ...before, ...values }
  const above = now.parentCode ? await work.any(region, { code: String(now.parentCode) }) : null
  return Object.fromEntries(
    LEVELS.flatMap(([level, code, name]) => {
      const own = now.regionLevel === level
      return [
        [code, own ? now.code : (above?.[code] ?? null)],
        [name, own ? now.name : (above?.[name] ?? null)],
      ]
    }),
  )
}
