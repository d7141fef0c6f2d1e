import { render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RELOADED, reloadOnce } from '../../../src/console/data/reload.ts'
import { domains } from '../../../src/model/business.ts'
import { children } from '../../../src/model/language/section.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

/** A module of its own for each test: nothing is loaded yet. */
const fresh = async () => {
  vi.resetModules()
  return import('../../../src/console/data/domains.ts')
}

type Domains = typeof import('../../../src/console/data/domains.ts')

/** Shows a resource's id once resource, lifecycle and (where asked for) queue are there. */
function Probe({ s, id, queue = '', seen }: { s: Domains; id: string; queue?: string; seen?: unknown[] }) {
  const r = s.useResource(id)
  const l = s.useLifecycle(id)
  const q = s.useQueue(queue)
  const there = r && l && (queue === '' || q)
  seen?.push(there ? r.id : null)
  return <p>{there ? r.id : 'nothing'}</p>
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <p>failed: {this.state.error.message}</p> : this.props.children
  }
}

beforeEach(() => {
  server.granted = catalogueOf()
  sessionStorage.clear()
})

describe('the lazy halves of the model', () => {
  it('has a chunk for every domain of the model, and no other', async () => {
    const { chunks } = await fresh()
    expect(Object.keys(chunks).sort()).toEqual(domains.map((d) => d.name).sort())
    for (const [name, load] of Object.entries(chunks)) expect((await load()).default.name).toBe(name)
  })

  it('calls what is not loaded yet as the catalogue does, in both languages', async () => {
    await fresh()
    const { titleOfSection } = await import('../../../src/console/record/base/sections.ts')
    const section = children('settlementCycle')
    expect(titleOfSection(section)).toEqual(['结算周期', 'Settlement cycles'])
    const { resources } = catalogueOf()
    const english = resources.map((r) => ({ ...r, title: r.alias, alias: r.title }))
    server.granted = { ...catalogueOf(), language: 'en', resources: english }
    expect(titleOfSection(section)).toEqual(['结算周期', 'Settlement cycles'])
  })

  it('loads a resource through the catalogue, its lifecycle and queue with it', async () => {
    const s = await fresh()
    expect(s.resourceNow('settlementOrder')).toBeUndefined()
    expect((await s.loadResource('settlementOrder')).fields.code?.label).toEqual(['结算单号', 'Order no.'])
    expect(s.resourceNow('settlementOrder')?.domain).toBe('settlement')
    expect(s.lifecycleNow('settlementOrder')?.transitions['audit.pass']).toBeDefined()
    expect(s.queueNow('settlementOrder')?.domain).toBe('settlement')
    expect(s.lifecycleNow('settlementOrderTaxItem')?.transitions).toEqual({})
  })

  it('refuses what this user may not see', async () => {
    server.granted = catalogueOf((id) => id !== 'settlementOrder')
    const s = await fresh()
    await expect(s.loadResource('settlementOrder')).rejects.toThrow('settlementOrder')
  })

  it('is there at once when it was loaded, and renders when it comes', async () => {
    const s = await fresh()
    const seen: unknown[] = []
    const { unmount } = render(<Probe s={s} id="settlementOrder" queue="settlementOrder" seen={seen} />)
    expect(screen.getByText('nothing')).toBeInTheDocument()
    expect(await screen.findByText('settlementOrder')).toBeInTheDocument()
    unmount()
    seen.length = 0
    render(<Probe s={s} id="settlementOrder" queue="settlementOrder" seen={seen} />)
    expect(seen[0]).toBe('settlementOrder')
  })

  it('passes a failed load to the nearest error boundary', async () => {
    server.granted = catalogueOf((id) => id !== 'settlementOrder')
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const s = await fresh()
    render(
      <Boundary>
        <Probe s={s} id="settlementOrder" />
      </Boundary>,
    )
    expect(await screen.findByText(/^failed: no resource settlementOrder/)).toBeInTheDocument()
    quiet.mockRestore()
  })

  it('asks for nothing when there is nothing to ask for', async () => {
    const s = await fresh()
    render(<Probe s={s} id="" />)
    expect(screen.getByText('nothing')).toBeInTheDocument()
  })
})

describe('a chunk that is gone', () => {
  it('loads the page again, but only once', async () => {
    const reload = vi.fn()
    expect(reloadOnce(reload)).toBe(true)
    expect(reloadOnce(reload)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is asked for again after it failed, and a success ends the guard', async () => {
    const s = await fresh()
    sessionStorage.setItem(RELOADED, '1') // the page was loaded anew already
    const load = vi.spyOn(s.chunks as Record<string, () => Promise<unknown>>, 'settlement')
    load.mockRejectedValueOnce(new Error('gone'))
    await expect(s.loadResource('settlementOrder')).rejects.toThrow('gone')
    expect(sessionStorage.getItem(RELOADED)).toBe('1')
    await expect(s.loadResource('settlementOrder')).resolves.toMatchObject({ id: 'settlementOrder' })
    expect(sessionStorage.getItem(RELOADED)).toBeNull()
    expect(load).toHaveBeenCalledTimes(2)
  })
})

it('prefetches the first domain before anybody is signed in, then those of the queues and the menu of who signed in', async () => {
  server.granted = null
  const s = await fresh()
  const chunks = s.chunks as Record<string, () => Promise<unknown>>
  const fetches = Object.keys(chunks).map((id) => ({ id, spy: vi.spyOn(chunks, id) }))
  const fetched = () => fetches.filter(({ spy }) => spy.mock.calls.length > 0).map(({ id }) => id)
  s.prefetchFirstDomain()
  await waitFor(() => expect(s.resourceNow('resultOrder')).toBeDefined())
  expect(s.resourceNow('settlementOrder')).toBeDefined()
  expect(new Set(fetched())).toEqual(new Set([s.FIRST_DOMAIN]))

  const all = catalogueOf()
  const menus = all.topMenus.filter((m) => JSON.stringify(m).includes('"resource":"settlementOrder"'))
  server.granted = { ...all, topMenus: menus, queues: all.queues.filter((q) => q.domain === 'people') }
  s.prefetchOwnDomains()
  const shown = all.resources.filter((r) => JSON.stringify(menus).includes(`"resource":"${r.id}"`)).map((r) => r.domain)
  await waitFor(() => expect(new Set(fetched())).toEqual(new Set([s.FIRST_DOMAIN, 'people', ...shown])))
  expect(fetched().length).toBeLessThan(fetches.length)
})
