import { randomUUID } from 'node:crypto'
import captcha from 'svg-captcha'
import type { Database } from '../store/database.ts'

const NOBODY = { tenantId: null }

/** A picture of five characters, good once and for two minutes. Kept in the database: any instance may check it. */
export async function newCaptcha(db: Database): Promise<{ key: string; image: string }> {
  const { text, data } = captcha.create({ size: 5, noise: 2, color: true, width: 130, height: 40, ignoreChars: '0oO1iIlL', background: '#f4f6f8' })
  const key = randomUUID()
  await db.scoped(NOBODY, {
    name: 'captcha-new',
    text: `with swept as (delete from "captcha" where key in (select key from "captcha" where expires < now() order by expires limit 20))
      insert into "captcha" (key, code, expires) values ($1, $2, now() + interval '2 minutes')`,
    values: [key, text.toLowerCase()],
  })
  return { key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Reads and deletes: right, case aside, at most once. */
export async function captchaIs(db: Database, key: string, code: string): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return false
  const [found] = await db.scoped<{ code: string; fresh: boolean }>(NOBODY, {
    name: 'captcha-take',
    text: 'delete from "captcha" where key = $1 returning code, expires > now() as fresh',
    values: [key],
  })
  return found?.fresh === true && found.code === code.trim().toLowerCase()
}
