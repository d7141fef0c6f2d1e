import { describe, expect, it, vi } from 'vitest'
import { keepEarlyKeys } from '../../../src/console/early/keys.ts'

/** A page whose keys a test presses, and what its tab keeps from one page to the next. */
function tab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage
  const page = () => {
    const listeners = new Map<string, (e: unknown) => void>()
    const keys = keepEarlyKeys(
      {
        addEventListener: (name: string, run: (e: unknown) => void) => void listeners.set(name, run),
      } as unknown as Window,
      storage,
    )
    const click = (isTrusted = true) => listeners.get('pointerdown')?.({ isTrusted })
    /** Presses a key; was it kept from everybody else? */
    const press = (key: string, more: object = {}): boolean => {
      let stopped = 0
      listeners.get('keydown')?.({
        key,
        code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
        isTrusted: true,
        preventDefault: () => stopped++,
        stopImmediatePropagation: () => stopped++,
        ...more,
      })
      return stopped === 2
    }
    /** Pastes; was it kept from everybody else? */
    const paste = (text: string, isTrusted = true): boolean => {
      let stopped = 0
      listeners.get('paste')?.({
        isTrusted,
        clipboardData: { getData: () => text },
        preventDefault: () => stopped++,
        stopImmediatePropagation: () => stopped++,
      })
      return stopped === 2
    }
    const all = () => {
      const out: string[] = []
      for (let k = keys.next(); k; k = keys.next()) out.push(k.opens ? 'Ctrl+K' : k.key)
      return out
    }
    return { keys, press, paste, click, all }
  }
  return { page, kept }
}
const CTRL = { ctrlKey: true }

describe('the keys before the console', () => {
  it('are kept from Ctrl+K to Enter, and no others', () => {
    const { press, all } = tab().page()
    expect(['a', 'j', 'Enter'].map((k) => press(k))).toEqual([false, false, false])
    expect(press('k', CTRL)).toBe(true)
    expect(['j', 's', 'Backspace', 'Enter'].map((k) => press(k))).toEqual([true, true, true, true])
    expect(press('a')).toBe(false)
    expect(press('k', { metaKey: true })).toBe(true)
    expect(press('Escape')).toBe(true)
    expect(press('a')).toBe(false)
    expect(all()).toEqual(['Ctrl+K', 'j', 's', 'Backspace', 'Enter', 'Ctrl+K', 'Escape'])
  })

  it('are those of a paste between them, too, on one line and as they stand', () => {
    const { press, paste, all } = tab().page()
    expect(paste('before')).toBe(false)
    press('k', CTRL)
    expect([press('v', CTRL), press('Insert', { shiftKey: true })]).toEqual([false, false])
    expect(paste('scripted', false)).toBe(false)
    expect(paste(' 结1\n𠮷\n')).toBe(true)
    press('Enter')
    expect(paste('after')).toBe(false)
    expect(all()).toEqual(['Ctrl+K', '结', '1', ' ', '𠮷', 'Enter'])
  })

  it('leave input methods, modifiers and other shortcuts alone', () => {
    const { press, all } = tab().page()
    expect(press('k', { ...CTRL, shiftKey: true })).toBe(false)
    press('k', CTRL)
    expect(press('Control', CTRL)).toBe(false)
    expect(press('r', CTRL)).toBe(false)
    expect(press('Process', { keyCode: 229 })).toBe(false)
    expect(press('n', { isComposing: true })).toBe(false)
    expect(press('x', { isTrusted: false })).toBe(false)
    expect(all()).toEqual(['Ctrl+K'])
  })

  it('are told as they come, also those from before somebody listened', () => {
    const { keys, press } = tab().page()
    const heard: (string | undefined)[] = []
    press('k', CTRL)
    keys.onKept(() => heard.push(keys.next()?.key))
    press('x')
    expect(heard).toEqual(['k', 'x'])
    keys.stop()
    expect([press('y'), press('k', CTRL)]).toEqual([false, false])
    keys.watch()
    expect(press('k', CTRL)).toBe(true)
  })

  it('of a page that goes are for the page that comes, once, and soon', () => {
    const t = tab()
    const before = t.page()
    before.keys.stop()
    before.keys.watch(true)
    before.press('k', CTRL)
    before.press('j')
    const after = t.page()
    // the sequence goes on where it was
    expect(after.press('s')).toBe(true)
    expect(after.all()).toEqual(['Ctrl+K', 'j', 's'])
    expect(t.kept.size).toBe(0)
    expect(t.page().all()).toEqual([])
    t.kept.set('rounds.keys', JSON.stringify({ at: Date.now() - 60_000, kept: [{ key: 'k', opens: true }] }))
    expect(t.page().all()).toEqual([])
    t.kept.set('rounds.keys', 'nonsense')
    expect(t.page().all()).toEqual([])
  })

  it('end with a click: what is typed into a field that was clicked is never kept, nor left to the next page', () => {
    const t = tab()
    const { keys, press, click, all } = t.page()
    keys.watch(true)
    press('k', CTRL)
    press('j')
    click(false)
    expect([press('s'), t.kept.size]).toEqual([true, 1])
    click()
    expect([press('p'), press('w'), t.kept.size]).toEqual([false, false, 0])
    expect(all()).toEqual([])
    press('k', CTRL)
    press('Enter')
    click()
    expect(all()).toEqual(['Ctrl+K', 'Enter'])
  })

  it('are also a sequence from its prefix on, whole, but for what is typed into a field', () => {
    const { keys, press, all } = tab().page()
    expect(['n', 'g', 'n'].map((k) => press(k))).toEqual([false, true, true])
    expect([press('п', { code: 'KeyG' }), press('Shift', { shiftKey: true }), press('7')]).toEqual([true, false, true])
    const target = document.body.appendChild(document.createElement('input'))
    expect(press('g', { target })).toBe(false)
    target.remove()
    const other = tab().page()
    const others = [other.press('g', CTRL), other.press('G', { shiftKey: true }), other.press('g', { repeat: true })]
    expect(others).toEqual([false, false, false])
    // kept on while what they mean is not known
    keys.onKept(() => {}, false)
    expect([all(), press('g')]).toEqual([[], true])
    keys.onKept(() => {})
    expect([all(), press('i'), press('g')]).toEqual([['g', 'n', 'п', '7', 'g'], false, false])
    // somebody else signs in
    keys.stop()
    keys.watch()
    expect(press('g')).toBe(true)
  })

  it('behind a sequence come after it, while it is not known what that means', () => {
    const { keys, press, all } = tab().page()
    keys.onKept(() => {}, false)
    expect(['a', 'g', 'n', 'a', 'Enter', 'J'].map((k) => press(k))).toEqual([false, true, true, true, true, true])
    // others are the browser's, or the field's
    const target = document.body.appendChild(document.createElement('input'))
    expect([press('r', CTRL), press('F5'), press('Tab'), press('a', { target })]).toEqual([false, false, false, false])
    target.remove()
    const button = document.body.appendChild(document.createElement('button'))
    expect([press('Enter', { target: button }), press(' ', { target: button })]).toEqual([false, false])
    button.remove()
    expect(all()).toEqual([])
    keys.onKept(() => {})
    expect([all(), press('a')]).toEqual([['g', 'n', 'a', 'Enter', 'J'], false])
  })

  it('are no sequence that is turned away from, or is not completed for three seconds', () => {
    vi.useFakeTimers()
    const late = () => void vi.advanceTimersByTime(3_500)
    for (const turn of ['Escape', 'n', 'click', 'late'] as const) {
      const { keys, press, click, all } = tab().page()
      press('g')
      if (turn === 'late') late()
      else if (turn === 'click') click()
      else press(turn, turn === 'n' ? CTRL : {})
      expect(press('n')).toBe(false)
      press('g')
      late()
      keys.onKept(() => {})
      expect([turn, all()]).toEqual([turn, []])
    }
    vi.useRealTimers()
  })

  it('of a page that stays are stored nowhere', () => {
    const t = tab()
    t.page().press('k', CTRL)
    expect(t.kept.size).toBe(0)
  })
})
