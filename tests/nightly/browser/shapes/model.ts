import '../../../server/shapes/requestHandlers.ts'
import '../../../server/shapes/viewsSql.ts'
import type { Domain } from '../../../../src/model/language/domain/domain.ts'
import { leaf, type TopMenu } from '../../../../src/model/language/menu.ts'
import { menus } from '../../../../src/model/menus/menus.ts'
import articles from '../../../server/shapes/articles.ts'
import meetings from '../../../server/shapes/meetings.ts'
import queues from '../../../server/shapes/queues.ts'
import requests from '../../../server/shapes/requests.ts'
import templates from '../../../server/shapes/templates.ts'
import trees from '../../../server/shapes/trees.ts'
import views from '../../../server/shapes/views.ts'

// Import it before anything of the server: menus, permissions and routes are read from the model when they are loaded.

/** Declared shapes by their file in `tests/server/shapes`. */
export const SHAPES: Readonly<Record<string, Domain>> = {
  'meetings.ts': meetings,
  'requests.ts': requests,
  'articles.ts': articles,
  'templates.ts': templates,
  'trees.ts': trees,
  'queues.ts': queues,
  'views.ts': views,
}

/** Every resource of theirs that has a list. */
export const listed = Object.values(SHAPES).flatMap((m) => m.resources.filter((r) => r.routes?.list))

/** The chunks that the console needs for them: file by the name of the domain. */
export const chunks = Object.fromEntries(Object.entries(SHAPES).map(([file, m]) => [m.name, file]))

;(menus as TopMenu[]).push({
  code: 'shapes',
  title: ['形状', 'Shapes'],
  icon: 'layers',
  groups: [
    {
      code: 'shapesAll',
      title: ['全部形状', 'All shapes'],
      icon: 'layers',
      leaves: listed.map((r) => leaf(r, { icon: 'layers' })),
    },
  ],
})
