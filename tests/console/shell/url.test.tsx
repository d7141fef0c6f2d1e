import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { go, placeNow, setRouter, useSearch, writeSearch } from '../../../src/console/state/url.ts'

let router: ReturnType<typeof createMemoryRouter>
const at = () => router.state.location.pathname + router.state.location.search
const tick = () => act(async () => void (await new Promise((done) => setTimeout(done, 0))))

function Show() {
  return <p>{useSearch().get('x')}</p>
}

beforeEach(() => {
  router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/svc/a?x=1&keep=2'] })
  setRouter(router)
})
afterEach(() => setRouter(null))

describe('the address', () => {
  it('merges what is written in one tick into one navigation', async () => {
    let moves = 0
    router.subscribe(() => moves++)
    writeSearch({ x: '9' })
    writeSearch({ y: ['1', '2'] })
    expect(placeNow()).toEqual({ pathname: '/svc/a', search: '?keep=2&x=9&y=1&y=2' })
    expect(at()).toBe('/svc/a?x=1&keep=2')
    await tick()
    expect(at()).toBe('/svc/a?keep=2&x=9&y=1&y=2')
    expect(moves).toBe(1)
  })

  it('null and "" remove; what changes nothing is no navigation', async () => {
    let moves = 0
    router.subscribe(() => moves++)
    writeSearch({ x: null, gone: '' })
    await tick()
    expect(at()).toBe('/svc/a?keep=2')
    writeSearch({ keep: '2' })
    await tick()
    expect(moves).toBe(1)
  })

  it('going somewhere drops what was meant for the old place, and later writes belong to the new one', async () => {
    writeSearch({ x: '9' })
    go('/svc/b?q=1')
    writeSearch({ z: '3' })
    await tick()
    expect(at()).toBe('/svc/b?q=1&z=3')
  })

  it('filters replace the entry of the history, places are new ones', async () => {
    writeSearch({ x: '2' })
    await tick()
    go('/svc/b')
    await tick()
    await act(async () => void (await router.navigate(-1)))
    expect(at()).toBe('/svc/a?keep=2&x=2')
    writeSearch({ x: '3' }, 'push')
    await tick()
    await act(async () => void (await router.navigate(-1)))
    expect(at()).toBe('/svc/a?keep=2&x=2')
  })

  it('is read by whoever asks', async () => {
    render(<Show />)
    expect(screen.getByText('1')).toBeInTheDocument()
    writeSearch({ x: '5' })
    await tick()
    expect(screen.getByText('5')).toBeInTheDocument()
  })
})
