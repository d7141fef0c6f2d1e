import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { tabs, visit } from '../../../src/console/data/tabs.ts'
import { setContext } from '../../../src/console/host/host.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { QueueScreen } from '../../../src/console/queue/QueueScreen.tsx'
import { RecordPage } from '../../../src/console/queue/RecordPage.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { catalogueOf, genericDelete } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm as calmOf, here, names, ready, stage } from '../stage.tsx'
import { forgetAll } from './openQueue.tsx'

const QUEUE = '/desk/queues/settlementOrder'
const TABLE = '/svc/settlementOrder'

/** The screens between which a person goes, as the address says. */
function Screens() {
  const { pathname } = useLocation()
  const id = /\/detail\/(\w+)/.exec(pathname)?.[1]
  const kind = id ? 'detail' : pathname === QUEUE ? 'queue' : 'table'
  useEffect(() => setContext({ screen: kind, ...(kind === 'queue' ? {} : { resource: 'settlementOrder' }) }), [kind])
  if (id) return <RecordPage resource="settlementOrder" id={id} />
  return kind === 'queue' ? <QueueScreen queue="settlementOrder" /> : <TableScreen resource="settlementOrder" />
}

let shown: ReturnType<typeof stage>
const user = userEvent.setup({ delay: null })
const key = (keys: string) => user.keyboard(keys)
const said = () => messages.list.map((m) => m.text)
const path = () => shown.router.state.location.pathname
const place = () => document.querySelector('[data-position]')?.textContent ?? ''
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const back = () => act(async () => void (await shown.router.navigate(-1)))
/** The page shows this record at this place of its list. */
const shows = (name: string, at: string) =>
  waitFor(() => {
    expect(title()).toBe(name)
    expect(place()).toBe(at)
  })

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

const open = async (count: number, at = QUEUE) => {
  server.hold('settlementOrder', orders(count))
  shown = stage(<Screens />, at, at.startsWith(QUEUE) ? 'queue' : 'table', server.granted as Catalogue)
  if (!at.includes('/detail/')) await ready()
}

describe('the page of a record that was opened from a queue', () => {
  it('goes to the next and the previous row, says where it is, and leads back to the row last shown', async () => {
    await open(12)
    await key('jo')
    await shows('SO1001', '2/12')
    await key('jj')
    await shows('SO1003', '4/12')
    // copied texts belong to the record shown
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    await key('c{Shift>}C{/Shift}')
    await waitFor(() => expect(copied).toEqual(['SO1003', `${location.origin}/svc/settlementOrder/detail/1003`]))
    await key('k')
    await shows('SO1002', '3/12')
    await waitFor(() => expect(path()).toBe('/svc/settlementOrder/detail/1002'))
    await back()
    await waitFor(() => expect(here()).toBe('SO1002'))
    expect(path()).toBe(QUEUE)
    expect(names()).toContain('SO1001')
  })

  it('decides the record that is shown and goes on to the next; z brings it back', async () => {
    await open(4)
    await key('o')
    await shows('SO1000', '1/4')
    await key('a')
    await shows('SO1001', '1/3')
    await waitFor(() => expect(server.decisions.map((c) => c.values.id)).toEqual(['1000']))
    await key('z')
    await shows('SO1000', '1/4')
    expect(server.row('1000').settlementStatus).toBe(0)
  })

  it('leads back to the queue when nothing is left', async () => {
    await open(1)
    await key('o')
    await shows('SO1000', '1/1')
    await key('a')
    await waitFor(() => expect(path()).toBe(QUEUE))
  })

  it('says when there is no further one', async () => {
    await open(2)
    await key('o')
    await shows('SO1000', '1/2')
    await key('k')
    await waitFor(() => expect(said()).toContain('已是第一条'))
    await key('jj')
    await waitFor(() => expect(said()).toContain('已是最后一条'))
    await shows('SO1001', '2/2')
  })

  it('stays on the record that somebody else decides; the next key goes on', async () => {
    await open(4)
    await key('jo')
    await shows('SO1001', '2/4')
    await server.other('1001')
    await calmOf()
    expect(title()).toBe('SO1001')
    await key('j')
    await waitFor(() => expect(title()).toBe('SO1002'))
  })

  it('keeps the filter: only what it shows is gone through', async () => {
    await open(12, `${QUEUE}?totalAmount_ge=1000.00`)
    await key('o')
    await shows('SO1009', '1/3')
    await key('jj')
    await shows('SO1011', '3/3')
    await key('{Backspace}')
    await waitFor(() => expect(here()).toBe('SO1011'))
    expect(shown.search()).toBe('?totalAmount_ge=1000.00')
  })

  it('moves that are pressed before the list is there are made when it is', async () => {
    await open(12)
    server.slow = []
    await key('o')
    await waitFor(() => expect(title()).toBe('SO1000'))
    await key('jj')
    expect(title()).toBe('SO1000')
    await server.arrive()
    await shows('SO1002', '3/12')
  })
})

describe('the page of a record whose list is fetched anew while its place is asked for', () => {
  it('has the place all the same', async () => {
    await open(12)
    await key('jjj')
    // the first that asks where the row is waits
    let go = (): void => {}
    const asked = new Promise<void>((begun) => {
      server.before = (path, values) => {
        if (path !== 'rounds/window' || values.around === undefined) return undefined
        server.before = null
        begun()
        return new Promise((done) => {
          go = done
        })
      }
    })
    await key('o')
    await act(() => asked)
    await server.missed()
    // the new list asks the same, and so waits for the same answer
    expect(place()).not.toBe('4/12')
    await act(async () => go())
    await shows('SO1003', '4/12')
    await key('j')
    await shows('SO1004', '5/12')
  })
})

describe('a list whose total is told after the place of the row that it begins with', () => {
  /** The next totals wait; answers how to have them told. */
  const totalsWait = () => {
    const waiting: (() => void)[] = []
    server.before = (path) => (path === 'rounds/total' ? new Promise((done) => waiting.push(done)) : undefined)
    return () =>
      act(async () => {
        server.before = null
        for (const go of waiting) go()
      })
  }
  /** Until nothing more is answered. */
  const rest = () => act(() => new Promise((done) => setTimeout(done, 60)))

  it('shows the page of that record at its place', async () => {
    await open(150)
    await key('jjj')
    const told = totalsWait()
    await key('o')
    await rest()
    await told()
    await shows('SO1003', '4/150')
  })

  it('has the cursor on that row when the page leads back', async () => {
    await open(150)
    await key('jjjo')
    await shows('SO1003', '4/150')
    const told = totalsWait()
    await back()
    await rest()
    await told()
    await waitFor(() => expect(here()).toBe('SO1003'))
  })
})

describe('the page of a record that was opened from a table', () => {
  it('goes over the ends of pages, and leads back to the page of the record', async () => {
    await open(25, `${TABLE}?size=10`)
    await key('{End}')
    expect(here()).toBe('SO1009')
    await key('o')
    await shows('SO1009', '10/25')
    await key('jj')
    await shows('SO1011', '12/25')
    await back()
    await waitFor(() => expect(here()).toBe('SO1011'))
    expect(shown.search()).toBe('?size=10&current=2')
  })
})

describe('the page of a record that is deleted there', () => {
  const DETAIL = '/svc/settlementOrder/detail/:id'
  const remove = async (id: string) => {
    await key('{Delete}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(server.decisions.map((c) => c.values.ids)).toEqual([id]))
  }
  /** As the frame keeps them. */
  const opened = (id: string) => {
    tabs.list = []
    visit(TABLE, '')
    visit(`/svc/settlementOrder/detail/${id}`, '', DETAIL)
  }
  beforeEach(() => {
    server.granted = genericDelete()
  })
  afterEach(() => {
    server.granted = catalogueOf()
    tabs.list = []
  })

  it('leads back to its list, whose cursor is on the row that followed, and takes its tab with it', async () => {
    await open(25, `${TABLE}?size=10`)
    await key('{End}o')
    await shows('SO1009', '10/25')
    opened('1009')
    await remove('1009')
    await waitFor(() => expect(here()).toBe('SO1010'))
    expect(path()).toBe(TABLE)
    expect(tabs.list.map((tab) => tab.path)).toEqual([TABLE])
    expect(said()).toContain('删除成功')
  })

  it('and was opened by its address: leads to the list of its family', async () => {
    await open(3, '/svc/settlementOrder/detail/1001')
    await waitFor(() => expect(title()).toBe('SO1001'))
    opened('1001')
    await remove('1001')
    await waitFor(() => expect(path()).toBe(TABLE))
    expect(tabs.list.map((tab) => tab.path)).toEqual([TABLE])
  })
})

describe('the page of a record that was opened by its address', () => {
  it('has no place in a list, and its keys say so', async () => {
    await open(12, '/svc/settlementOrder/detail/1003')
    await waitFor(() => expect(title()).toBe('SO1003'))
    expect(place()).toBe('')
    await key('j')
    await waitFor(() => expect(said()).toContain('此页不是从列表打开的，没有上一条或下一条'))
    expect(title()).toBe('SO1003')
    await key('{Backspace}')
    await waitFor(() => expect(path()).toBe(TABLE))
  })
})
