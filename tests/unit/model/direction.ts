import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Import of a file: `type` is erased by the compiler, `lazy` is `import()`. */
export interface Import {
  readonly target: string
  readonly how: 'value' | 'type' | 'lazy'
}

/** A clause of which each name is a type: `{ type A, type B }`. */
const ONLY_TYPES = /\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}/

/**
 * Imports and re-exports of a source text. Comments are taken out first; an `import('x')` inside a type counts as lazy.
 */
export function importsOf(source: string): Import[] {
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;])\/\/[^\n]*/g, '$1')
  const found: Import[] = []
  for (const m of plain.matchAll(
    /(?:^|\n|;)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]/g,
  ))
    found.push({ target: m[2] as string, how: m[1] || ONLY_TYPES.test(m[0]) ? 'type' : 'value' })
  for (const m of plain.matchAll(/\bimport\(\s*['"`]([^'"`]+)['"`]/g))
    found.push({ target: m[1] as string, how: 'lazy' })
  return found
}

/** Domains of the business in their order: each imports from itself and from those before it only (docs/architecture.md). */
export const DOMAINS: readonly string[] = [
  'people',
  'activities',
  'tender',
  'orders',
  'settlement',
  'payment',
  'funds',
  'tax',
  'points',
  'content',
  'desk',
  'files',
  'workflow',
  'administration',
]

/** Folders of the model that know no business: all sides may use them. */
const SHARED: readonly string[] = ['values', 'language', 'wire']

/** Which side of the product a path belongs to; `shared`: the part of the model that knows no business. */
export function sideOf(
  path: string,
): 'shared' | 'spoken' | 'model' | 'server' | 'console' | 'commands' | 'phone' | 'other' {
  if (path.startsWith('src/model/')) {
    if (SHARED.includes(path.split('/')[2] as string)) return 'shared'
    return /Wire\.ts$/.test(path) ? 'spoken' : 'model'
  }
  if (path.startsWith('src/server/')) return 'server'
  if (path.startsWith('src/console/')) return 'console'
  if (path.startsWith('src/phone/')) return 'phone'
  if (path.startsWith('commands/')) return 'commands'
  return 'other'
}

/** Whether files of a path may import what a domain and its clients exchange (`…Wire.ts`) as values. */
const speaks = (path: string): boolean => path.startsWith('src/console/domains/') || path.startsWith('src/phone/')

/** Problem of one import of a file at `path` (relative to the root, `/` separated), or null. */
export function wrongWith(path: string, { target, how }: Import): string | null {
  const from = sideOf(path)
  const model = path.startsWith('src/model/')
  if (!target.startsWith('.')) return model ? `the model imports nothing: ${target}` : null
  const to = posix.normalize(posix.join(posix.dirname(path), target))
  const side = sideOf(to)
  if (model) {
    if (!to.startsWith('src/model/')) return `the model imports nothing of the product: ${to}`
    if (from === 'shared' && side !== 'shared') return `values, language and wire know no business: ${to}`
    return from === 'spoken' && side === 'model' ? `what domain and clients exchange imports no domain: ${to}` : null
  }
  if (from === 'server' && (side === 'console' || side === 'commands'))
    return `the server knows neither console nor commands: ${to}`
  if (from === 'commands' && (side === 'server' || side === 'console'))
    return `commands know neither server nor console: ${to}`
  if (from === 'console' && side === 'server') return `the console does not know the server: ${to}`
  if (path.startsWith('src/offline/')) return `the service worker imports nothing: ${to}`
  if (side === 'spoken' && speaks(path)) return null
  if (from === 'phone' && side !== 'phone' && side !== 'shared')
    return `the page on a doctor's phone knows what is exchanged alone: ${to}`
  if ((from === 'console' || from === 'commands') && (side === 'model' || side === 'spoken') && how !== 'type') {
    if (how === 'lazy' && path === 'src/console/data/domains.ts') return null
    return `domains reach the browser lazily, through src/console/data/domains.ts: ${to}`
  }
  return null
}

/**
 * Rooms of each part from the bottom up: a room imports from itself and from those before it only. Files in the
 * part's own folder (`main.ts`, `app.tsx`) assemble the rest and are not imported by it.
 */
export const LAYERS: Readonly<Record<'model' | 'server' | 'console', readonly string[]>> = {
  model: [
    'values',
    'language',
    'wire',
    'patterns',
    ...DOMAINS,
    'menus',
    'trace.ts',
    'business.ts',
    'roundsCalls.ts',
    'roles',
    'origins',
    'queueViews.ts',
    'contradictions',
  ],
  server: [
    'core',
    'workbooks',
    'database',
    'lists',
    'jobs',
    'writing',
    'ports',
    'deciding',
    'auth',
    'records',
    'files',
    'exchange',
    'documents',
    'promises',
    'domains',
    'verification',
    'http',
    'seed',
  ],
  console: [
    'early',
    'state',
    'i18n',
    'theme',
    'api',
    'data',
    'host',
    'ui',
    'fields',
    'forms',
    'decisions',
    'record',
    'grid',
    'filter',
    'savedViews',
    'lists',
    'queue',
    'domains',
    'palette',
    'screens',
    'shell',
  ],
}

/** Problem of one static import with the layers, or null. Lazy ones may look upward: they tie nothing at load time. */
export function layerProblem(path: string, { target, how }: Import): string | null {
  const part = /^src\/(model|server|console)\//.exec(path)?.[1] as keyof typeof LAYERS | undefined
  if (!part || !target.startsWith('.') || how === 'lazy') return null
  const to = posix.normalize(posix.join(posix.dirname(path), target))
  if (!to.startsWith(`src/${part}/`)) return null
  const layers = LAYERS[part]
  const levelOf = (file: string): number | null => {
    const [, , room, below] = file.split('/')
    const level = layers.indexOf(room as string)
    return level < 0 && below === undefined ? layers.length : level < 0 ? null : level
  }
  const from = levelOf(path)
  if (from === null) return `src/${part}: the layer of this folder is not declared (LAYERS)`
  const at = levelOf(to)
  if (at === null) return `the layer of ${to} is not declared (LAYERS)`
  return at > from ? `${to} stands above` : null
}

/** The domain that a file of the server or of the console belongs to; undefined for the platform. */
const domainOf = (path: string): string | undefined => /^src\/(?:server|console)\/domains\/(\w+)\//.exec(path)?.[1]

/** Problem of one import between domains of the server or of the console, or null. */
export function domainProblem(path: string, { target, how }: Import): string | null {
  const from = domainOf(path)
  if (!from || !target.startsWith('.') || how === 'lazy') return null
  const to = posix.normalize(posix.join(posix.dirname(path), target))
  const other = domainOf(to)
  if (!DOMAINS.includes(from)) return `the domain of ${path} is not declared (DOMAINS)`
  return other && DOMAINS.indexOf(other) > DOMAINS.indexOf(from) ? `${to} comes later` : null
}

/**
 * Imports of the model of a later domain that rules of an earlier one still have, by the pair: each number may fall, none may
 * rise, and no pair may come to them. What is not here the later domain brings as a service.
 */
export const LATER_MODEL: Readonly<Record<string, number>> = {
  'people tender': 1,
  'people settlement': 5,
  'people funds': 4,
  'people desk': 1,
  'people administration': 4,
  'activities tender': 7,
  'activities orders': 11,
  'activities settlement': 1,
  'activities payment': 1,
  'activities files': 2,
  'activities administration': 2,
  'tender orders': 1,
  'orders settlement': 7,
  'settlement payment': 27,
  'settlement funds': 4,
  'settlement tax': 5,
  'settlement administration': 1,
  'payment funds': 17,
  'payment tax': 1,
  'payment desk': 1,
  'funds tax': 3,
  'funds points': 2,
  'funds administration': 3,
  'points content': 3,
  'content administration': 1,
  'desk administration': 2,
}

/** The pair of domains of an import by which the server half of one reads the model of a later one, or null. */
export function laterModel(path: string, { target }: Import): string | null {
  const from = /^src\/server\/domains\/(\w+)\//.exec(path)?.[1]
  if (!from || !target.startsWith('.')) return null
  const to = posix.normalize(posix.join(posix.dirname(path), target)).split('/')
  if (to[0] !== 'src' || to[1] !== 'model') return null
  return DOMAINS.indexOf(to[2] as string) > DOMAINS.indexOf(from) ? `${from} ${to[2]}` : null
}

/** Files of the engine that carry its decisions to and from the database; all others use the unit of work only. */
const EDGES: ReadonlySet<string> = new Set(
  [
    'batch/batch',
    'batch/batchPreview',
    'batch/batchRows',
    'batch/batchStore',
    'byCall',
    'clockEdges',
    'engine',
    'idempotency',
    'intents',
    'largeBatch',
    'batch/selection',
  ]
    .map((name) => `src/server/deciding/${name}.ts`)
    .concat(
      [
        'unitOfWork/codes',
        'inTurn/inTurnUnitOfWork',
        'oneTimeCodes',
        'unitOfWork/securityEvents',
        'unitOfWork/sqlUnitOfWork',
        'unitOfWork/sqlWhere',
        'unitOfWork/trail',
      ].map((name) => `src/server/writing/${name}.ts`),
    ),
)

/** Files of domains that no rule uses: lists and reports that read by SQL of their own, and the tables of access that are no resources. */
const OWN_SQL =
  /^src\/server\/domains\/(activities\/meetingsAtService|desk\/(?:claims|endedSchedules|myDay|savedViews|savedViewStore|settings|statistics|urgency|viewDefaults|(?:backlog|comments|notifications|viewSchedules)\/\w+)|funds\/accountStatement|administration\/access\/(outfit\/outfit|\w+))\.ts$/

/**
 * Problem of a file of rules or of the engine that reaches past the unit of work to the database, or null: it would not
 * hold in memory. Comments do not count.
 */
export function sqlProblem(path: string, source: string): string | null {
  if (!/^src\/server\/(domains|deciding|writing)\//.test(path) || EDGES.has(path) || OWN_SQL.test(path)) return null
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;])\/\/[^\n]*/g, '$1')
  const found = /\.query(<[^()]*>)?\(|\btx\b|\bTx\b/.exec(plain)
  return found ? `${found[0]} reaches past the unit of work` : null
}

/** Every source file below the folders, relative to the root. */
export function sources(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile() && /\.(ts|tsx|mjs)$/.test(e.name))
      .map((e) => relative(ROOT, join(e.parentPath ?? dirname(folder), e.name)).replaceAll('\\', '/')),
  )
}

/** Imports of one source file. */
export const importsIn = (path: string): Import[] => importsOf(readFileSync(join(ROOT, path), 'utf8'))

/**
 * Files that import each other in a circle of values, each circle by its paths. Types are erased and lazy imports tie
 * nothing at load time: they make none. Pure.
 */
export function circlesIn(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  const targets = (path: string): string[] =>
    (imports.get(path) ?? [])
      .filter((i) => i.how === 'value' && i.target.startsWith('.'))
      .map((i) => posix.normalize(posix.join(posix.dirname(path), i.target)))
      .filter((to) => imports.has(to))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.get(path) as number)
    open.push(path)
    for (const to of targets(path)) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(path, Math.min(lowest.get(path) as number, lowest.get(to) as number))
    }
    if (lowest.get(path) !== order.get(path)) return
    const circle = open.splice(open.indexOf(path))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path)
  return circles
}

/** Files that compose what the sub-folders of their folder declare: their imports are how a folder is read from outside. */
const COMPOSERS =
  /^(src\/(model|server|console)\/domains\/domains|src\/server\/(ports\/registry|database\/open|http\/app|seed\/scenarios\/demo)|commands\/registry|src\/.*\/(index|menu))\.ts$/

/**
 * Pairs of folders of which each imports the other, `a b` with a before b. Types count; composers do not, nor lazy imports. Pure.
 */
export function foldersInCircle(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const edges = new Set<string>()
  for (const [path, all] of imports) {
    if (COMPOSERS.test(path)) continue
    for (const { target, how } of all) {
      const to = target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), target)) : ''
      if (how !== 'lazy' && imports.has(to)) edges.add(`${posix.dirname(path)} ${posix.dirname(to)}`)
    }
  }
  return [...edges]
    .filter((edge) => {
      const [from = '', to = ''] = edge.split(' ')
      return from < to && edges.has(`${to} ${from}`)
    })
    .sort()
}
