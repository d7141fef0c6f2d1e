import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyTemplate } from '../server/template.ts'
import { bundleServer } from './bundle.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A seeded embedded data folder; each script copies it. */
    template: string
    /** How node runs the server. */
    server: string[]
  }
}

/** Builds the console, bundles the server and seeds one template folder; every script starts from a copy of it. */
export default async function prepare(project: TestProject): Promise<() => void> {
  const built = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: false })
  if (built.status !== 0) throw new Error('the console does not build')
  const dir = mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
  const template = join(dir, 'template')
  await copyTemplate(template)
  const bundle = await bundleServer()
  // The embedded database is compiled by the quick compiler only: the thorough one takes a second of every start and is not
  // repaid by what a script asks (the whole demo is written faster without it, too).
  const run = ['--liftoff-only', '--max-semi-space-size=64', join(bundle, 'main.mjs')]
  const server = await startServer({ DATA_DIR: template }, run)
  await server.stop()
  project.provide('template', template)
  project.provide('server', run)
  return () => {
    for (const made of [dir, bundle]) rmSync(made, { recursive: true, force: true })
  }
}
