import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { listenToDecisions, pendingDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, here } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(forgetAll)
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const open = async () => {
  server.hold('settlementOrder', orders(8))
  shown = await openQueue('/desk/queues/settlementOrder')
  await waitFor(() => expect(pane()).toBe('SO1000'))
}
/** The number in the head of the pane; null without a pane. */
const pane = () => document.querySelector('[data-record] h2')?.textContent ?? null

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) found.push(walker.currentNode as Text)
  return found
}
/** Replaces a text as a page translator does: by an element of its own with a text of its own. */
const translated = (text: Text, tag: string) => {
  const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
  inner.textContent = text.nodeValue
  outer.append(inner)
  text.replaceWith(outer)
}

const translateAll = (tag: string) => {
  for (const text of textsIn(document.body)) translated(text, tag)
}

/** Presses `a` and holds what was decided against what was seen before. Returns whether something was decided. */
async function pressA(): Promise<boolean> {
  const before = server.decisions.length
  // the pane follows the cursor in its own time; where it does not, what it shows is not decided
  await waitFor(() => expect(pane()).toBe(here()), { timeout: 2_000 }).catch(() => {})
  const seen = [here(), pane()]
  await user.keyboard('a')
  await calm()
  const made = server.decisions.slice(before)
  expect(made.length).toBeLessThanOrEqual(1)
  for (const { values } of made) expect(seen).toEqual([`SO${values.id}`, `SO${values.id}`])
  return made.length === 1
}

it.each(['font', 'span'])('texts wrapped once in <%s>: only what is seen is decided, and work goes on', async (tag) => {
  await open()
  act(() => translateAll(tag))
  await user.keyboard('j')
  await calm()
  let decided = 0
  for (let press = 0; press < 6; press++) if (await pressA()) decided += 1
  expect(decided).toBeGreaterThanOrEqual(3)
})

it('texts moved into elements of an extension: only what is seen is decided', async () => {
  await open()
  act(() => {
    for (const text of textsIn(document.querySelector('main') as Element)) {
      const mark = document.createElement('mark')
      text.before(mark)
      mark.append(text)
    }
  })
  await user.keyboard('j')
  await calm()
  for (let press = 0; press < 4; press++) await pressA()
})

it('an extension that goes on rewriting: nothing is decided that is not seen, and the person is told', async () => {
  await open()
  const rewrite = new MutationObserver(() => {
    for (const text of textsIn(document.querySelector('main') as Element))
      if (!text.parentElement?.closest('font')) translated(text, 'font')
  })
  rewrite.observe(document.body, { childList: true, subtree: true, characterData: true })
  act(() => translateAll('font'))
  try {
    await user.keyboard('j')
    await calm()
    for (let press = 0; press < 4; press++) await pressA()
  } finally {
    rewrite.disconnect()
  }
})

it('keys quicker than the pane: each decision is about the record that the pane showed when it was made', async () => {
  await open()
  /** Each decision with what the pane showed when it was made. */
  const seen = new Map<string, string | null>()
  const stop = listenToDecisions({
    changed: () => {
      for (const id of pendingDecisions().snapshot().keys()) if (!seen.has(`SO${id}`)) seen.set(`SO${id}`, pane())
    },
  })
  // the cursor runs: the pane stays behind until it rests
  for (let n = 0; n < 3; n++) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j', code: 'KeyJ' })
    fireEvent.keyUp(document.activeElement ?? document.body, { key: 'j', code: 'KeyJ' })
  }
  expect([here(), pane()]).toEqual(['SO1003', 'SO1000'])
  for (let n = 0; n < 3; n++) await user.keyboard('a')
  await waitFor(() => expect(seen.size).toBe(3))
  stop()
  expect([...seen]).toEqual([
    ['SO1003', 'SO1003'],
    ['SO1004', 'SO1004'],
    ['SO1005', 'SO1005'],
  ])
})

it('what is shown by mistake under the cursor is not decided, and is drawn anew', async () => {
  await open()
  const cell = document.querySelector('.g-r.here .g-c.name') as HTMLElement
  cell.textContent = 'SO1005'
  expect(await pressA()).toBe(false)
  expect(here()).toBe('SO1000')
  expect(messages.list.map((m) => m.text).join()).toContain('已重新显示')
  expect(await pressA()).toBe(true)
})
