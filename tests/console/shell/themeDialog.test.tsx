import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadWords } from '../../../src/console/i18n/index.ts'
import { openThemes } from '../../../src/console/shell/themeDialog/ThemeDialog.tsx'
import { preferences } from '../../../src/console/state/preferences.ts'
import { dressTheme } from '../../../src/console/theme/themeStyle.ts'

const sheet = () => document.getElementById('theme')?.textContent ?? null

describe('themes and colours', () => {
  beforeEach(async () => {
    await loadWords()
    Object.assign(preferences, { design: 'default', colour: null, theme: 'light', hiddenControls: [] })
    localStorage.clear()
    await dressTheme()
    render(<main />)
    await act(async () => openThemes())
    await screen.findByRole('radio', { name: 'iView' })
  })

  it('a chosen theme and colour are in force, and the product’s own leave no sheet', async () => {
    expect(sheet()).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'iView' }))
    await act(() => dressTheme())
    expect(preferences.design).toBe('iview')
    const iview = sheet()
    expect(iview).toContain("[data-ground='side']")
    fireEvent.click(screen.getByRole('radio', { name: '#9AD94E' }))
    await act(() => dressTheme())
    expect(preferences.colour).toBe('#9AD94E')
    expect(sheet()).not.toBe(iview)
    fireEvent.click(screen.getByRole('button', { name: '恢复默认' }))
    await act(() => dressTheme())
    expect({ ...preferences }).toMatchObject({ design: 'default', colour: null, theme: 'system' })
    expect(sheet()).toBeNull()
  })

  it('a sheet that was kept is painted without its maker, one of another choice is not', async () => {
    const kept = (of: string) => localStorage.setItem('rounds.themeSheet', JSON.stringify({ of, css: 'kept{}' }))
    kept('lte ')
    preferences.design = 'lte'
    const made = dressTheme()
    expect(sheet()).toBe('kept{}')
    await made
    expect(sheet()).not.toBe('kept{}')
    kept('lte ')
    preferences.design = 'd2'
    const other = dressTheme()
    expect(sheet()).not.toBe('kept{}')
    await other
  })

  it('a typed colour is taken when it is one, and refused by name when it is not', () => {
    const hex = screen.getByRole('textbox', { name: '颜色值' })
    fireEvent.change(hex, { target: { value: '#12345' } })
    expect(screen.getByRole('alert').textContent).toContain('#1D90A2')
    expect(preferences.colour).toBeNull()
    fireEvent.change(hex, { target: { value: '123456' } })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(preferences.colour).toBe('#123456')
    fireEvent.change(hex, { target: { value: '' } })
    expect(preferences.colour).toBeNull()
  })

  it('controls of the top bar are hidden and shown again', async () => {
    const lock = screen.getByRole<HTMLInputElement>('checkbox', { name: '锁屏' })
    fireEvent.click(lock)
    expect(preferences.hiddenControls).toEqual(['lock'])
    await waitFor(() => expect(lock.checked).toBe(false))
    fireEvent.click(lock)
    expect(preferences.hiddenControls).toEqual([])
  })
})
