// The parts of `npm test` and `npm run verify`, the longest first, so that the last ones to end are short.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
/** The folders in a folder of tests that hold tests. */
const foldersOf = (path) =>
  readdirSync(fileURLToPath(new URL(path, root)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)
    .filter((folder) => readdirSync(fileURLToPath(new URL(folder, root))).some((name) => name.endsWith('.test.ts')))

const TIERS = ['--config', 'tests/vitest.config.ts']
const NIGHT = ['--config', 'tests/nightly/vitest.config.ts']
const project = (...names) => names.flatMap((name) => ['--project', name])
const SERVER = [...TIERS, ...project('server', 'shapes')]
/** Folders of the server tier about ways in: half of its time, so that two processors share it. */
const DOORS = ['tests/server/http', 'tests/server/access', 'tests/server/shapes']
/** Tests that open folders of the embedded database, whatever the other tests ask. */
const EMBEDDED_ALONE = 'tests/contract/embedded'
const EMBEDDED = { TEST_DATABASE_URL: '' }

/**
 * What `npm test` runs. `url`: a PostgreSQL for tests, empty for none. `lanes`: processors that parts share. A part has
 * a name, arguments of vitest and its environment.
 */
export const dayParts = (url, lanes) => [
  {
    name: 'server',
    args: [...SERVER, ...foldersOf('tests/server').filter((folder) => !DOORS.includes(folder))],
    env: { TEST_DATABASE_URL: url },
  },
  { name: 'server-doors', args: [...SERVER, ...DOORS], env: { TEST_DATABASE_URL: url } },
  { name: 'browser', args: ['--config', 'tests/browser/vitest.config.ts'], env: { TEST_DATABASE_URL: url } },
  { name: 'console', args: [...TIERS, ...project('console')] },
  { name: 'contract-embedded', args: [...TIERS, ...project('contract')], env: EMBEDDED },
  ...(url
    ? [
        {
          name: 'contract-postgres',
          args: [
            ...TIERS,
            ...project('contract'),
            ...foldersOf('tests/contract').filter((folder) => folder !== EMBEDDED_ALONE),
          ],
          env: { TEST_DATABASE_URL: url },
        },
      ]
    : []),
  { name: 'rules', args: [...TIERS, ...project('rules', 'reached')] },
  { name: 'unit', args: [...TIERS, ...project('unit')], workers: lanes },
]

/** Versions of Node that the product runs on, beside the one that runs the tests. */
export const NODES = ['20.20.2', '22.23.3', '24.20.0']

/**
 * What `npm run verify` runs besides, each part below an hour. `installed`: whether a PostgreSQL is here that tests may
 * start and stop.
 */
export const nightParts = (url, installed) => {
  const matrices = (database, env) =>
    [
      ['fuzz', ['tests/nightly/fuzz']],
      ['access', ['tests/nightly/http', 'tests/nightly/records']],
      ['decisions', ['tests/nightly/decisions']],
      ['chains', ['tests/nightly/chains', 'tests/nightly/kills']],
      ['demo', ['tests/nightly/seed', 'tests/nightly/store']],
    ].map(([what, paths]) => ({ name: `night-${what}-${database}`, args: [...NIGHT, ...paths], env }))
  return [
    ...(url ? matrices('postgres', { TEST_DATABASE_URL: url }) : []),
    ...matrices('embedded', EMBEDDED),
    { name: 'night-memory', args: [...NIGHT, 'tests/nightly/unit', 'tests/nightly/rules', 'tests/nightly/contract'] },
    // without a PostgreSQL the day has asked it already
    ...(url ? [{ name: 'server-embedded', args: SERVER, env: EMBEDDED }] : []),
    ...(installed ? [{ name: 'night-soak', args: [...NIGHT, 'tests/nightly/soak'], env: EMBEDDED }] : []),
    {
      name: 'night-browser',
      args: ['--config', 'tests/nightly/browser/vitest.config.ts'],
      env: { TEST_DATABASE_URL: url },
    },
    ...NODES.map((node) => ({
      name: `node-${node}`,
      node,
      args: [...TIERS, ...project('unit', 'rules', 'reached', 'contract')],
      env: EMBEDDED,
    })),
  ]
}
