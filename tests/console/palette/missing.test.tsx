import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { context, openPalette } from '../../../src/console/host/host.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { bench } from './bench.tsx'

vi.mock('../../../src/console/palette/Palette.tsx', () => Promise.reject(new Error('Failed to fetch')))

it('a palette whose chunk does not come closes and says what helps: the page behind it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  bench(<textarea aria-label="half filled" defaultValue="typed" />)
  act(() => openPalette())
  await waitFor(() => expect(messages.list.map((m) => m.text)).toEqual(['页面的一部分未能加载，请刷新页面后重试']))
  expect(screen.getByLabelText('half filled')).toHaveValue('typed')
  expect(context.palette).toBe(false)
})
