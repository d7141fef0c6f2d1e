import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords } from '../../../src/console/i18n/index.ts'
import { Embedded } from '../../../src/console/screens/Embedded.tsx'

beforeAll(() => loadWords())

const at = (address: string) => (
  <MemoryRouter>
    <Embedded address={address} />
  </MemoryRouter>
)
const refuse = (effectiveDirective: string) =>
  act(() => {
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }))
  })

describe('a page of another site', () => {
  it('stands in a frame, without the rights of ours', () => {
    render(at('https://help.example.com/a?b=1'))
    const frame = screen.getByTitle('help.example.com')
    expect(frame.getAttribute('src')).toBe('https://help.example.com/a?b=1')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
  })

  it('is named with the remedy where the policy of the page refuses it, and forgotten with another address', () => {
    const { rerender } = render(at('https://help.example.com/'))
    refuse('img-src')
    expect(screen.queryByRole('alert')).toBeNull()
    refuse('frame-src')
    expect(screen.getByRole('alert').textContent).toContain('FRAME_HOSTS')
    expect(screen.queryByTitle('help.example.com')).toBeNull()
    rerender(at('https://other.example.com/'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://help.example.com'])('%s is refused', (address) => {
    render(at(address))
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
  })
})
