// `npm run build`: builds server and console anew, beside each other.
import { build, giveUp, halves } from './build.mjs'

await Promise.all(halves.map(build)).catch((e) => giveUp(e.message))
