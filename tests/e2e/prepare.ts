import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyTemplate } from '../server/template.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A seeded embedded data folder; each script copies it. */
    template: string
  }
}

/** Builds the console and seeds one template folder; every script starts from a copy of it. */
export default async function prepare(project: TestProject): Promise<() => void> {
  const built = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: false })
  if (built.status !== 0) throw new Error('the console does not build')
  const dir = mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
  const template = join(dir, 'template')
  await copyTemplate(template)
  const server = await startServer({ DATA_DIR: template })
  await server.stop()
  project.provide('template', template)
  return () => rmSync(dir, { recursive: true, force: true })
}
