import { rmSync } from 'node:fs'
import { buildApp } from '../../../../src/server/http/app.ts'
import { realParts } from '../../../../src/server/parts.ts'
import { type Shapes, shapes } from '../../../server/shapes/app.ts'
import { buildWith } from './build.ts'
import { chunks, SHAPES } from './model.ts'

/** A server of the shapes with a console that knows them, in this process. */
export interface ShapesServer {
  readonly s: Shapes
  readonly url: string
  /** Somebody of the platform with every permission; the password is the account. */
  readonly account: string
  stop(): Promise<void>
}

export async function serveShapes(): Promise<ShapesServer> {
  const { 'meetings.ts': _served, ...more } = SHAPES
  const [folder, s] = await Promise.all([buildWith(chunks), shapes(...Object.values(more))])
  const account = 'shapes'
  await s.t.addUser(s.tenantId, { account, realName: '形状管理员', roles: ['administrator'] })
  const app = await buildApp(s.t.context, realParts, { dist: folder })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    s,
    url,
    account,
    stop: async () => {
      await app.close()
      await s.t.app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
