import { designs, isDesign } from './designs.ts'
import { type Colours, coloursOf, type Scheme } from './palettes.ts'
import { variables } from './tokens.ts'

/** Rules of one scheme under a selector of the root. */
function rules(root: string, { page, header, side, headerEnd }: Colours): string {
  const run =
    headerEnd === header.surface ? '' : `background-image:linear-gradient(90deg,${header.surface},${headerEnd});`
  return [
    `${root}{${variables(page)}}`,
    `${root} [data-ground='header']{${variables(header)}${run}}`,
    `${root} [data-ground='side']{${variables(side)}}`,
  ].join('')
}

/**
 * Style sheet of a theme in both schemes, which `data-theme` on the root chooses between. Its selectors weigh more than those of
 * the product's own sheet (`global.ts`), so that it counts wherever it stands. Pure.
 */
export function themeSheet(name: string, colour: string | null): string {
  const design = designs[isDesign(name) ? name : 'default']
  const of = (scheme: Scheme) => coloursOf(design, scheme, colour)
  return [
    `html:root{--radius:${design.radius}px}`,
    rules('html:root', of('light')),
    rules(`html:root[data-theme='dark']`, of('dark')),
    `@media (prefers-color-scheme:dark){${rules(`html:root[data-theme='system']`, of('dark'))}}`,
  ].join('')
}
