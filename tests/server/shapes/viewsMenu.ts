import { type Leaf, leaf } from '../../../src/model/language/menu.ts'
import { menus } from '../../../src/model/menus/menus.ts'
import { shapeClaimLine } from './views.ts'

// Import it before anything of the server: menus and permissions are read from the model when they are loaded.

// a leaf of its own for the list of lines: with it come its permissions and its place in the menu
const [group] = menus[0]?.groups ?? []
;(group?.leaves as Leaf[] | undefined)?.push(leaf(shapeClaimLine, { icon: 'scale', with: ['shapeClaimSum'] }))
