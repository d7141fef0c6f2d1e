import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build puts the two weights that are read (`build.mjs`): their package has five, of 8 MB each. */
const BUILT = fileURLToPath(new URL('../fonts', import.meta.url))

/** The file of Noto Sans Hans in a weight; sources run with the package itself, which only building needs. */
export const fontFile = (weight: 'Regular' | 'Bold'): string =>
  join(
    existsSync(BUILT) ? BUILT : join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts'),
    `NotoSansHans-${weight}.otf`,
  )
