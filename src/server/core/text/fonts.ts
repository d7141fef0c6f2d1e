import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file of Noto Sans Hans in a weight. The build puts the two weights that are read beside the server (`build.mjs`); sources
 * run with their package, which has five of 8 MB each and which only building needs.
 */
export function fontFile(weight: 'Regular' | 'Bold'): string {
  const built = fileURLToPath(new URL('../../fonts', import.meta.url))
  const folder = existsSync(built)
    ? built
    : join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts')
  return join(folder, `NotoSansHans-${weight}.otf`)
}
