import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** One import of a file: `type` is erased by the compiler, `lazy` is `import()`. */
export interface Import {
  readonly target: string
  readonly how: 'value' | 'type' | 'lazy'
}

/**
 * Imports and re-exports of a source text. Comments are taken out first; an `import('x')` inside a type counts as lazy.
 */
export function importsOf(source: string): Import[] {
  const plain = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;])\/\/[^\n]*/g, '$1')
  const found: Import[] = []
  for (const m of plain.matchAll(
    /(?:^|\n|;)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]/g,
  ))
    found.push({ target: m[2] as string, how: m[1] ? 'type' : 'value' })
  for (const m of plain.matchAll(/\bimport\(\s*['"`]([^'"`]+)['"`]/g))
    found.push({ target: m[1] as string, how: 'lazy' })
  return found
}

/** Which side of the product a path belongs to. */
export function sideOf(path: string): 'kernel' | 'model' | 'server' | 'console' | 'commands' | 'phone' | 'other' {
  if (path.startsWith('src/model/kernel/')) return 'kernel'
  if (path.startsWith('src/model/')) return 'model'
  if (path.startsWith('src/server/')) return 'server'
  if (path.startsWith('src/console/')) return 'console'
  if (path.startsWith('src/phone/')) return 'phone'
  if (path.startsWith('commands/')) return 'commands'
  return 'other'
}

/** What is wrong with one import of a file at `path` (relative to the root, `/` separated), or null. */
export function wrongWith(path: string, { target, how }: Import): string | null {
  const from = sideOf(path)
  const model = from === 'model' || from === 'kernel'
  if (!target.startsWith('.')) return model ? `the model imports nothing: ${target}` : null
  const to = posix.normalize(posix.join(posix.dirname(path), target))
  const side = sideOf(to)
  if (model) {
    if (side !== 'model' && side !== 'kernel') return `the model imports nothing of the product: ${to}`
    if (from === 'kernel' && side !== 'kernel') return `the kernel knows no module: ${to}`
    return null
  }
  if (from === 'server' && (side === 'console' || side === 'commands'))
    return `the server knows neither console nor commands: ${to}`
  if (from === 'commands' && (side === 'server' || side === 'console'))
    return `commands know neither server nor console: ${to}`
  if (from === 'phone' && side !== 'phone' && side !== 'kernel')
    return `the page on a doctor's phone knows the kernel alone: ${to}`
  if (from === 'console' && side === 'server') return `the console does not know the server: ${to}`
  if ((from === 'console' || from === 'commands') && side === 'model' && how !== 'type') {
    if (how === 'lazy' && path === 'src/console/data/modules.ts') return null
    return `modules reach the browser lazily, through src/console/data/modules.ts: ${to}`
  }
  return null
}

/**
 * Folders of each side from the bottom up: a folder imports from itself and from those before it only. Files in the
 * side's own folder (`main.ts`, `app.tsx`) assemble the rest and are not imported by it.
 */
export const LAYERS: Readonly<Record<'server' | 'console', readonly string[]>> = {
  server: [
    'core',
    'store',
    'jobs',
    'writes',
    'integrations',
    'decisions',
    'records',
    'access',
    'modules',
    'http',
    'invariants',
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
    'table',
    'queue',
    'palette',
    'screens',
    'shell',
  ],
}

/**
 * What is wrong with the layers of one static import, or null. Lazy ones may look upward: they tie nothing at load
 * time.
 */
export function layerProblem(path: string, { target, how }: Import): string | null {
  const side = sideOf(path)
  if ((side !== 'server' && side !== 'console') || !target.startsWith('.') || how === 'lazy') return null
  const to = posix.normalize(posix.join(posix.dirname(path), target))
  const layers = LAYERS[side]
  const levelOf = (file: string): number | null => {
    const [, , folder, below] = file.split('/')
    if (below === undefined) return layers.length
    const level = layers.indexOf(folder as string)
    return level < 0 ? null : level
  }
  const from = levelOf(path)
  if (from === null) return `src/${side}: the layer of this folder is not declared (LAYERS)`
  if (sideOf(to) !== side) return null
  const at = levelOf(to)
  if (at === null) return `the layer of ${to} is not declared (LAYERS)`
  return at > from ? `${to} stands above` : null
}

/** Files of the engine that carry its decisions to and from the database; all others use the unit of work only. */
const EDGES: ReadonlySet<string> = new Set(
  [
    'batch',
    'batchPreview',
    'batchRows',
    'batchStore',
    'byCall',
    'clockEdges',
    'engine',
    'idempotency',
    'intents',
    'largeBatch',
    'selection',
  ]
    .map((name) => `src/server/decisions/${name}.ts`)
    .concat(
      ['codes', 'inTurn/inTurnUnitOfWork', 'oneTimeCodes', 'securityEvents', 'sqlUnitOfWork', 'sqlWhere', 'trail'].map(
        (name) => `src/server/writes/${name}.ts`,
      ),
    ),
)

/**
 * What is wrong with a file of rules or of the engine that reaches past the unit of work to the database, or null: it
 * would not hold in memory. Comments do not count.
 */
export function sqlProblem(path: string, source: string): string | null {
  if (!/^src\/server\/(modules|decisions|writes)\//.test(path) || EDGES.has(path)) return null
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
