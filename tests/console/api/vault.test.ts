import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserVault } from '../../../src/console/api/vault.ts'
import { pair } from './fakes.ts'

const vault = browserVault()
beforeEach(() => vault.write(null))

describe('what a browser keeps', () => {
  it('keeps the access token until it expires, and the user; no refresh token', () => {
    const written: string[] = []
    const spy = vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation((text) => void written.push(text))
    vault.write({ ...pair(1), life: 3600 })
    spy.mockRestore()
    expect(written).toEqual(['rounds-access-token=a1; Path=/; Max-Age=3600; SameSite=Strict'])
    expect(JSON.parse(localStorage.getItem('rounds.session') ?? '')).toEqual({
      since: 0,
      life: 3600,
      tenantId: '000000',
      userId: '7',
    })
  })
  it('reads what it wrote', () => {
    vault.write(pair(1))
    expect(vault.read()).toEqual(pair(1))
  })
  it('keeps the user when the access token has expired', () => {
    vault.write({ ...pair(1), life: 0 })
    expect(vault.read()).toEqual({ ...pair(1), life: 0, access: '' })
  })
  it.each(['', 'null', '{}', 'x', '{"tenantId":1,"userId":"7"}'])('has no user for the stored text %j', (text) => {
    vault.write(pair(1))
    localStorage.setItem('rounds.session', text)
    expect(vault.read()).toBeNull()
  })
  it('keeps nothing after signing out', () => {
    vault.write(pair(1))
    vault.write(null)
    expect(vault.read()).toBeNull()
    expect(document.cookie).not.toContain('rounds-access-token=a')
  })
  it('has no user for a tab whose local storage has not heard yet that the session is over', () => {
    vault.write(pair(1))
    const stale = localStorage.getItem('rounds.session') ?? ''
    vault.write(null)
    localStorage.setItem('rounds.session', stale)
    expect(vault.read()).toBeNull()
    vault.write(pair(2))
    expect(vault.read()).toEqual(pair(2))
  })
  it('reads what another tab wrote, where the browser answers from its memory until it writes itself', () => {
    vault.write(pair(1))
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as Required<PropertyDescriptor>
    let memory: string = get.call(document)
    const spies = [
      vi.spyOn(Document.prototype, 'cookie', 'get').mockImplementation(() => memory),
      vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation((text) => {
        set.call(document, text)
        memory = get.call(document)
      }),
    ]
    set.call(document, 'rounds-access-token=a2; Path=/')
    const read = [vault.read()?.access, vault.read(true)?.access, vault.read()?.access]
    for (const spy of spies) spy.mockRestore()
    expect(read).toEqual(['a1', 'a2', 'a2'])
    expect(document.cookie).not.toContain('rounds-nothing')
  })
  it('tells other tabs whether the person signed out or the session ended by itself', () => {
    vault.write(pair(1))
    expect(vault.left()).toBe(false)
    vault.write(null, true)
    expect([vault.read(), vault.left()]).toEqual([null, true])
    vault.write(pair(1))
    vault.write(null)
    expect([vault.read(), vault.left()]).toEqual([null, false])
  })
})
