import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locks, leaseLocks } from '../../../src/console/api/locks.ts'
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

/** Decisions without an answer as pages keep them, one of each page; undefined for a console that named none. */
const keepOf = (...pages: readonly (string | undefined)[]) =>
  sessionStorage.setItem(
    `rounds.decisions.${personNow()}`,
    JSON.stringify(
      pages.map((page, i) => ({
        ...{
          id: `${i}`,
          resource: 'settlementOrder',
          decision: 'audit.pass',
          version: 0,
          ask: {},
          title: `SO${i + 1}`,
        },
        ...{ stays: false, undoable: true, key: `k${i + 1}`, tries: 1, undoNext: false, at: Date.now(), page },
      })),
    ),
  )
const keep = (page: OwnPage) => keepOf(page.id)
/** Page that waits no time for others. */
const impatient = (page: OwnPage) =>
  Object.assign(Object.create(page) as OwnPage, {
    takeOver: (of: string, passOn: () => boolean) => page.takeOver(of, passOn, 1),
  })
const pagesKept = () => keptDecisions().goOn.map((one) => one.page)
const nothing = () => true
/** A full storage: what is written to it under a name is refused. */
const full = (storage: Storage, name: RegExp) => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === storage && name.test(key)) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
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
    expect((await left).goOn.map((one) => one.key)).toEqual(['k1'])
  })

  it('are not sent by a window that was duplicated: the first one is there, and may take them back', async () => {
    const { pageOf } = browser()
    const first = pageOf()
    first.page.hold()
    keep(first.page)
    const copy = pageOf()
    expect(await copy.page.takeOver(first.page.id, nothing, 1)).toBe(false)
    const { goOn, elsewhere } = await takeOverDecisions(impatient(copy.page))
    expect([goOn, elsewhere.map((one) => one.key)]).toEqual([[], ['k1']])
  })

  it('are returned apart where one page is gone and another is still there', async () => {
    const { pageOf } = browser()
    const [gone, there, copy] = [pageOf(), pageOf(), pageOf()]
    gone.page.hold()
    there.page.hold()
    gone.leave()
    keepOf(gone.page.id, there.page.id)
    const { goOn, elsewhere } = await takeOverDecisions(impatient(copy.page))
    expect([goOn, elsewhere].map((some) => some.map((one) => one.title))).toEqual([['SO1'], ['SO2']])
  })

  it('go on where an earlier console kept them, which named no page', async () => {
    keepOf(undefined)
    expect((await takeOverDecisions(browser().pageOf().page)).goOn.map((one) => one.key)).toEqual(['k1'])
  })

  it('are of the next page before that of theirs counts as taken: a reload in between finds them', async () => {
    const { pageOf } = browser()
    const [first, next] = [pageOf(), pageOf()]
    keep(first.page)
    const marks: (readonly string[])[] = []
    const setItem = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'rounds.pages.taken') marks.push(pagesKept())
      setItem.call(this, key, value)
    })
    await takeOverDecisions(next.page)
    expect(marks).toEqual([[next.page.id]])
    // reloaded before the decisions were at the desk
    next.leave()
    expect((await takeOverDecisions(pageOf().page)).goOn).toHaveLength(1)
  })

  it.each([
    ['the mark', () => full(localStorage, /^rounds\.pages\.taken$/)],
    ['their page', () => full(sessionStorage, /^rounds\.decisions\./)],
  ])('go on where %s cannot be written, and in no other window meanwhile', async (_, fill) => {
    const { pageOf } = browser()
    const [first, next, copy] = [pageOf(), pageOf(), pageOf()]
    keep(first.page)
    fill()
    expect((await takeOverDecisions(next.page)).goOn).toHaveLength(1)
    expect(await copy.page.takeOver(first.page.id, nothing, 1)).toBe(false)
    // nothing is lost to the page after it
    next.leave()
    expect((await takeOverDecisions(pageOf().page)).goOn).toHaveLength(1)
  })

  it('go on where no lock can be had', async () => {
    full(localStorage, /^rounds\.lock\./)
    const page = new OwnPage(() => leaseLocks(localStorage))
    keepOf('before')
    expect((await takeOverDecisions(page)).goOn).toHaveLength(1)
  })

  it('go on in one window alone, where one was duplicated and then the first one was left', async () => {
    const { pageOf } = browser()
    const first = pageOf()
    first.page.hold()
    first.leave()
    const [a, b] = [pageOf(), pageOf()]
    const took = await Promise.all([a.page.takeOver(first.page.id, nothing), b.page.takeOver(first.page.id, nothing)])
    expect(took.sort()).toEqual([false, true])
    // decisions kept by this very page are its own
    expect(await a.page.takeOver(a.page.id, nothing)).toBe(true)
  })

  it('leave no lease of a page that is gone in local storage', () => {
    const lease = (name: string, until: number) =>
      localStorage.setItem(`rounds.lock.${name}`, JSON.stringify({ owner: 'x', until: Date.now() + until }))
    lease('page.gone', -1)
    lease('page.there', 10_000)
    lease('batches', -1)
    localStorage.setItem('rounds.lock.page.damaged', '{')
    new OwnPage()
    expect(Object.keys(localStorage).sort()).toEqual(['rounds.lock.batches', 'rounds.lock.page.there'])
  })

  it('say which page kept them, if any', () => {
    keepOf('before', undefined)
    expect(pagesKept()).toEqual(['before', ''])
    keepOf(1 as unknown as string)
    expect(pagesKept()).toEqual([])
  })
})
