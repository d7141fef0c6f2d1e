/** Regions that the demo adds to those of every tenant: a few districts and towns of one city. */

export const DISTRICTS: readonly (readonly [code: string, name: string])[] = [
  ['330102', '上城区'],
  ['330105', '拱墅区'],
  ['330106', '西湖区'],
  ['330108', '滨江区'],
  ['330110', '余杭区'],
]

export const TOWNS: readonly (readonly [code: string, name: string])[] = [
  ['330106001', '北山街道'],
  ['330106003', '西溪街道'],
  ['330106005', '灵隐街道'],
]
