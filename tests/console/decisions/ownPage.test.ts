import { beforeEach, describe, expect, it } from 'vitest'
import type { Locks } from '../../../src/console/api/locks.ts'
import { personNow } from '../../../src/console/data/session.ts'
import { keptDecisions, takeOverDecisions } from '../../../src/console/decisions/outbox/keptDecisions.ts'
import { OwnPage } from '../../../src/console/decisions/outbox/ownPage.ts'

/** The locks of a browser: one holder of a name at a time, and a page that is left lets go of all of its own. */
function browser() {
  const held = new Map<string, { readonly page: object; readonly done: () => void }>()
  const waiting: (() => void)[] = []
  const free = (name: string) => {
    held.get(name)?.done()
    held.delete(name)
    for (const run of waiting.splice(0)) run()
  }
  const pageOf = () => {
    const me = {}
    const locks: Locks = {
      async request(name, signal, work) {
        while (held.has(name))
          await new Promise<void>((go, fail) => {
            waiting.push(go)
            signal?.addEventListener('abort', () => fail(signal.reason), { once: true })
          })
        const left = new Promise<never>((_, fail) =>
          held.set(name, { page: me, done: () => fail(new Error('the page was left')) }),
        )
        left.catch(() => {})
        try {
          return await Promise.race([work(), left])
        } finally {
          if (held.get(name)?.page === me) free(name)
        }
      },
    }
    const page = new OwnPage(() => locks)
    return {
      page,
      leave: () => {
        for (const [name, one] of [...held]) if (one.page === me) free(name)
      },
    }
  }
  return { pageOf }
}

/** Decision without an answer, as a page keeps it. */
const keep = (page: OwnPage, at = Date.now()) =>
  sessionStorage.setItem(
    `rounds.decisions.${personNow()}`,
    JSON.stringify([
      {
        ...{ id: '1', resource: 'settlementOrder', decision: 'audit.pass', version: 0, ask: {}, title: 'SO1' },
        ...{ stays: false, undoable: true, key: 'k1', tries: 1, undoNext: false, at, page: page.id },
      },
    ]),
  )

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe('decisions that lie in a window', () => {
  it('are taken over by the page that follows on a reload', async () => {
    const { pageOf } = browser()
    const first = pageOf()
    first.page.hold()
    keep(first.page)
    const next = pageOf()
    const left = takeOverDecisions(next.page)
    first.leave()
    expect((await left)?.goOn.map((one) => one.key)).toEqual(['k1'])
  })

  it('are not sent by a window that was duplicated: the first one is there, and may take them back', async () => {
    const { pageOf } = browser()
    const first = pageOf()
    first.page.hold()
    keep(first.page)
    const copy = pageOf()
    expect(await copy.page.takeOver(first.page.id, 1)).toBe(false)
    const impatient = { id: copy.page.id, takeOver: (of: string) => copy.page.takeOver(of, 1) } as OwnPage
    expect(await takeOverDecisions(impatient)).toBeNull()
  })

  it('go on in one window alone, where one was duplicated and then the first one was left', async () => {
    const { pageOf } = browser()
    const first = pageOf()
    first.page.hold()
    first.leave()
    const [a, b] = [pageOf(), pageOf()]
    const took = await Promise.all([a.page.takeOver(first.page.id), b.page.takeOver(first.page.id)])
    expect(took.sort()).toEqual([false, true])
    // decisions kept by this very page are its own
    expect(await a.page.takeOver(a.page.id)).toBe(true)
  })

  it('say which page kept them, or count as none', () => {
    const { pageOf } = browser()
    keep(pageOf().page)
    expect(keptDecisions().goOn).toHaveLength(1)
    keep({ id: '' } as OwnPage)
    expect(keptDecisions().goOn).toEqual([])
  })
})
