import { expect } from 'vitest'
import { DOCUMENT, runDocument } from '../../../src/server/documents/documents.ts'
import { claim, type Job } from '../../../src/server/jobs/queue.ts'
import type { TestApp } from '../app.ts'

/** Marks a job that was claimed as done. */
export const endJob = (t: TestApp, { tenantId, id }: Job) =>
  t.db.transaction({ tenantId }, (tx) =>
    tx.query(`update "job" set state = 'done' where tenant_id = $1 and id = $2`, [tenantId, id]),
  )

/** Does the documents that wait in a tenant; how many there were. */
export async function documentsMade(t: TestApp, tenantId: string): Promise<number> {
  const mine: Job[] = []
  for (const job of await claim(t.context, [DOCUMENT], { [DOCUMENT]: 1_000 }))
    if (job.tenantId === tenantId) mine.push(job)
  for (const job of mine) {
    const ending = await runDocument(t.context, job, { stopped: () => false, progress: () => undefined })
    expect(ending ?? { state: 'done' }).toEqual({ state: 'done' })
    await endJob(t, job)
  }
  return mine.length
}
