// `npm run dev`: the server, started anew when its sources change, and the console with hot reload, behind one address.
// A small proxy joins them, because the API must have the console's own origin.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePhone } from './build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = Number(process.env.PORT || 8080)

/** A port nobody uses now. */
const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

const [api, console_, reload] = [await freePort(), await freePort(), await freePort()]
const children = []
const run = (args, env) => {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  children.push(child)
  child.once('exit', (code) => end(code ?? 1))
}
let ending = false
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  proxy.close()
  proxy.closeAllConnections()
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(0))

/** The page on a doctor's phone: bundled anew each time that it is opened. */
const PHONE = join(root, '.parcel-dev/phone')
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
async function answerPhone(path, response) {
  const page = path.startsWith('/d/')
  if (page) await bundlePhone(PHONE)
  const name = page ? 'phone.html' : path.slice(1)
  response.writeHead(200, {
    'content-type': `${TYPES[name.split('.').pop()]}; charset=utf-8`,
    'cache-control': 'no-store',
  })
  response.end(await readFile(join(PHONE, name)))
}

const proxy = http.createServer((request, response) => {
  const [path] = request.url.split('?', 1)
  if (/^\/(d\/.|phone\.[0-9a-f]{8}\.(js|css)$)/.test(path)) {
    answerPhone(path, response).catch((e) => response.writeHead(500).end(String(e)))
    return
  }
  const target = /^\/api(\/|\?|$)/.test(request.url) ? api : console_
  const onward = http.request(
    { host: '127.0.0.1', port: target, method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', () => {
    if (response.headersSent) return response.destroy()
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    response.end(JSON.stringify({ code: 503, success: false, data: null, msg: '服务正在启动' }))
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
})
proxy.on('error', (e) => {
  process.stderr.write(
    e.code === 'EADDRINUSE'
      ? `Port ${port} is already in use; stop what listens there or set another PORT.\n`
      : `${e.message}\n`,
  )
  end(1)
})
proxy.listen(port, process.env.HOST || '127.0.0.1', () => {
  process.stdout.write(`Development server: http://localhost:${port} (API ${api}, console ${console_})\n`)
  run([join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/main.ts'], {
    PORT: String(api),
    HOST: '127.0.0.1',
  })
  run(
    [
      join(root, 'node_modules/parcel/lib/bin.js'),
      'serve',
      'public/index.html',
      '--dist-dir',
      '.parcel-dev',
      '--host',
      '127.0.0.1',
      '--port',
      String(console_),
      '--hmr-host',
      '127.0.0.1',
      '--hmr-port',
      String(reload),
      '--log-level',
      'warn',
    ],
    { NODE_ENV: 'development' },
  )
})
