import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, '.cache', 'bench')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Installs the packages of the peers where they are not; returns whether they are there, and says loudly when not. */
function peersThere(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return true
  console.log('installing the peers (ag-grid-community, cmdk) in tests/bench/peers')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (done.status === 0) return true
  console.log('\n!!! THE PEERS COULD NOT BE INSTALLED: palette and grid are measured without them\n')
  return false
}

/** Builds the pages of the bench (ours and, where their packages are, the peers') and serves them; every /api call answers an empty list. */
export async function servePages(): Promise<{ url: string; peers: boolean; close: () => void }> {
  const peers = peersThere(join(root, 'tests/bench/peers'))
  const pages = [
    'tests/bench/pages/grid.html',
    'tests/bench/pages/pool.html',
    'tests/bench/pages/palette.html',
    ...(peers ? ['tests/bench/peers/ag-grid.html', 'tests/bench/peers/cmdk.html'] : []),
  ]
  const built = spawnSync(
    process.execPath,
    [
      'node_modules/parcel/lib/bin.js',
      'build',
      ...pages,
      '--dist-dir',
      out,
      '--no-source-maps',
      '--log-level',
      'warn',
      '--cache-dir',
      '.parcel-cache',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (built.status !== 0) throw new Error('the bench pages do not build')
  const server: Server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://x').pathname
    if (path.startsWith('/api/')) {
      res.setHeader('content-type', 'application/json')
      res.end('{"code":200,"success":true,"data":[],"msg":""}')
      return
    }
    const file = [join(out, path), join(out, path.split('/').slice(-2).join('/'))].find((f) => existsSync(f))
    if (!file) {
      res.statusCode = 404
      res.end()
      return
    }
    res.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    res.end(readFileSync(file))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    peers,
    close: () => server.close(),
  }
}
