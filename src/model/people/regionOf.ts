import { text } from '../language/fields/field.ts'

/** Where somebody is: the code of a record of 行政区划, and its path, which the server keeps beside it. Spread into `fields`. */
export const regionOf = {
  regionCode: text('行政区划', 'Region', {
    search: 'exact',
    length: 12,
    width: 100,
    nodeOf: 'region',
    shows: 'regionName',
  }),
  regionName: text('行政区划', 'Region', { length: 200, width: 140, readOnly: 'always' }),
}
