import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { commandState, context } from '../../../src/console/host/host.ts'
import { shows } from '../../../src/console/host/shown.ts'
import { closeEvidence } from '../../../src/console/record/base/evidenceState.ts'
// comes with the first key in the browser
import '../../../src/console/record/evidence/Evidence.tsx'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, here } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const key = (keys: string) => user.keyboard(keys)
/** The record whose evidence stands in the page, "" where none is open. */
const seen = () => document.querySelector<HTMLElement>('[data-evidence]')?.dataset.evidence ?? ''
const file = () => document.querySelector<HTMLElement>('[data-file]')?.dataset.file ?? ''
const files = () => [...document.querySelectorAll<HTMLElement>('[data-file]')].map((f) => f.dataset.file)
const name = (id: string) => `SO${id}`

const fileOf = (id: string, n: number, extension = 'png') => ({
  id: `${id}${n}`,
  name: `${n}.${extension}`,
  extension,
  size: 100,
  link: `/api/rounds/file?id=${id}${n}`,
  resource: 'settlementOrder',
  recordId: id,
  field: 'fileUrl',
  title: '附件',
  of: '',
})

beforeEach(async () => {
  forgetAll()
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
  vi.stubGlobal('fetch', async (link: string) => new Response(`bytes of ${link}`))
  URL.createObjectURL = () => 'blob:bytes'
  URL.revokeObjectURL = () => {}
  HTMLImageElement.prototype.decode = async () => {}
  server.hold('settlementOrder', orders(8))
  server.answer({
    'rounds/evidence': ({ id }) => ({
      files: [fileOf(String(id), 1), fileOf(String(id), 2), fileOf(String(id), 3, 'mp3')],
      more: 0,
    }),
  })
  shown = await openQueue()
})
afterEach(() => {
  act(closeEvidence)
  shown.leave()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const opened = async () => {
  await key('e')
  await waitFor(() => expect(file()).not.toBe(''))
}

describe('the evidence of the row in hand', () => {
  it('opens by its key, follows the cursor, and gives the keyboard back when Escape closes it', async () => {
    const grid = screen.getByRole('grid')
    act(() => grid.focus())
    expect(commandState('record.evidence.primary').enabled).toBe(true)
    await opened()
    const first = seen()
    expect(here()).toBe(name(first))
    expect(document.activeElement?.closest('[data-evidence]')).not.toBeNull()
    await key('j')
    await waitFor(() => expect([name(seen()), seen() === first]).toEqual([here(), false]))
    await waitFor(() => expect(file()).toBe(`${seen()}1`))
    await key('{Escape}')
    expect([seen(), context.evidence]).toEqual(['', false])
    await waitFor(() => expect(grid).toHaveFocus())
    // Escape closed what is open, and nothing behind it
    expect(here()).not.toBe(name(first))
  })

  it('is decided by the keys of decisions: what was shown is what is decided, however quickly they come', async () => {
    await opened()
    /** The record that is to be decided, and the one whose evidence stands in the page at that moment. */
    const asked: [decided: string, seen: string][] = []
    const stop = shows({
      isRight: (row) => {
        asked.push([row.id, seen()])
        return null
      },
      redraw: () => {},
    })
    for (const keys of ['a', 'ja', 'jja', 'kja']) {
      const before = server.decisions.length
      await key(keys)
      await calm()
      const id = String(server.decisions[before]?.values.id ?? '')
      expect([server.decisions.length - before, asked.splice(0)], keys).toEqual([1, [[id, id]]])
      // the next row's is there already
      await waitFor(() => expect([name(seen()), seen() === id]).toEqual([here(), false]))
    }
    stop()
  })

  it('has its files gone through, turned and set side by side by keys that move no row and no column', async () => {
    await opened()
    const [record, row] = [seen(), here()]
    await key('{ArrowRight}')
    expect(file()).toBe(`${record}2`)
    await key(';')
    const picture = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-turn]')
      if (!found) throw new Error('no picture')
      return found
    })
    expect(picture.dataset.turn).toBe('90')
    await key(',,')
    expect(picture.dataset.turn).toBe('270')
    await key('0')
    expect(picture.dataset.turn).toBe('0')
    await key('|')
    expect(files()).toEqual([`${record}2`, `${record}3`])
    // which side the keys are about is seen, and gone to by the same keys
    const acted = () => document.querySelector<HTMLElement>('[data-acted]')?.dataset.file
    const pressed = () => document.querySelector('[data-command="evidence.two"]')?.getAttribute('aria-pressed')
    expect([acted(), pressed()]).toEqual([`${record}2`, 'true'])
    await key('{ArrowRight}')
    expect([files(), acted()]).toEqual([[`${record}2`, `${record}3`], `${record}3`])
    await key('{ArrowLeft}|')
    expect(pressed()).toBe('false')
    await key('{ArrowLeft}')
    expect(files()).toEqual([`${record}1`])
    expect([seen(), here(), server.decisions.length]).toEqual([record, row, 0])
  })

  it('plays sound by Space, by five seconds and faster, and ticks no row', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
    await opened()
    await key('{ArrowRight}{ArrowRight}')
    const sound = await waitFor(() => {
      const found = document.querySelector('audio')
      if (!found) throw new Error('no sound')
      return found
    })
    await key(' ')
    expect([play.mock.calls.length, context.selected]).toEqual([1, 0])
    await key('{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowUp}{/Shift}')
    expect([sound.currentTime, sound.playbackRate, context.selected]).toEqual([5, 1.25, 0])
  })

  it('of the next row is fetched ahead, without what would be noted as looked at, and the picture unpacked then is the one shown', async () => {
    const unpacked: HTMLImageElement[] = []
    HTMLImageElement.prototype.decode = async function () {
      unpacked.push(this)
      Object.defineProperties(this, {
        complete: { value: true },
        naturalWidth: { value: 30 },
        naturalHeight: { value: 20 },
      })
    }
    await opened()
    const ahead = () => server.of('rounds/evidence').filter((a) => a.params.ahead)
    await waitFor(() => expect(ahead()).toHaveLength(1))
    const next = String(ahead()[0]?.params.id)
    expect(next).not.toBe(seen())
    await calm()
    await waitFor(() => expect(unpacked.length).toBeGreaterThan(1))
    const before = unpacked.length
    await key('j')
    await waitFor(() => expect(seen()).toBe(next))
    // here before its own list is
    expect(file()).toBe(`${next}1`)
    const picture = document.querySelector<HTMLImageElement>('.picture > img')
    expect([picture && unpacked.slice(0, before).includes(picture), picture?.style.width]).toEqual([true, '30px'])
  })
})
