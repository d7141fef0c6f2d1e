import { focusManager, onlineManager } from '@tanstack/react-query'

/**
 * Test files share a process (`isolate: false`): React, jsdom and other packages are loaded once. Each file has the
 * console's modules anew; this takes away at its end what outlives a module: timers, listeners, channels, storage, the
 * document.
 */
export function keepApart(): () => void {
  const undo: (() => void)[] = []

  const timers = new Set<ReturnType<typeof setTimeout>>()
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const real = globalThis[name]
    const kept = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = real(
        name === 'setInterval'
          ? run
          : () => {
              timers.delete(timer)
              run(...args)
            },
        ms,
        ...args,
      )
      timers.add(timer)
      return timer
    }
    globalThis[name] = Object.assign(kept, real) as never
    undo.push(() => {
      globalThis[name] = real as never
    })
  }
  undo.push(() => timers.forEach(clearTimeout))

  for (const target of [window, document]) {
    const real = target.addEventListener.bind(target) as (...args: unknown[]) => void
    target.addEventListener = ((...args: Parameters<typeof window.addEventListener>) => {
      // of packages, which stay, the listeners stay too
      if (new Error().stack?.includes('/src/console/'))
        undo.push(() => target.removeEventListener(args[0], args[1], args[2]))
      real(...args)
    }) as typeof target.addEventListener
    undo.push(() => {
      target.addEventListener = real as typeof target.addEventListener
    })
  }

  const Channel = globalThis.BroadcastChannel
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      undo.push(() => this.close())
    }
  }
  undo.push(() => {
    globalThis.BroadcastChannel = Channel
  })

  // properties that tests add to the navigator
  const before = new Set(Object.getOwnPropertyNames(navigator))
  undo.push(() => {
    for (const name of Object.getOwnPropertyNames(navigator))
      if (!before.has(name)) delete (navigator as unknown as Record<string, unknown>)[name]
  })

  return () => {
    for (const run of undo) run()
    localStorage.clear()
    sessionStorage.clear()
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
    document.body.replaceChildren()
    document.title = ''
    for (const place of [document.documentElement, document.body])
      for (const name of place.getAttributeNames()) place.removeAttribute(name)
    history.replaceState(null, '', '/')
    onlineManager.setOnline(true)
    focusManager.setFocused(undefined)
  }
}
