import { NAMES } from './names.ts'
import { READINGS } from './readings.ts'
import { teach } from './title.ts'

/** Has titles made from now on carry their other names and readings. A registry made before is to be made again. */
export const learnNames = (): void => teach({ names: NAMES, readings: READINGS })
