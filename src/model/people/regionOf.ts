import { text } from '../kernel/field.ts'

/** Where somebody is: a code of 行政区划, and its name, which the server keeps beside it. Spread into `fields`. */
export const regionOf = {
  regionCode: text('行政区划编号', 'Region code', {
    search: 'exact',
    length: 12,
    width: 100,
    help: ['行政区划中的编号', 'A code of the list of regions'],
  }),
  regionName: text('行政区划', 'Region', { length: 100, width: 140, readOnly: 'always' }),
}
