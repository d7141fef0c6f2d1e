/** Which way a list is ordered. */
export type Way = 'ascending' | 'descending'

/** The order by a field, as addresses and the model spell it: `+field` ascending, `field` descending. */
export const ordered = (name: string, way: Way): string => (way === 'ascending' ? `+${name}` : name)

/** The next state of a header that is clicked. */
export const turned = (sort: string, name: string): string =>
  sort === name ? `+${name}` : sort === `+${name}` ? name : name

/** Returns the direction in which a list is ordered by a field, for `aria-sort`. */
export const sortState = (sort: string, name: string): Way | 'none' =>
  sort === `+${name}` ? 'ascending' : sort === name ? 'descending' : 'none'
