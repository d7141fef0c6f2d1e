import { type ComponentType, lazy } from 'react'

/**
 * Component whose chunk is loaded later. A loaded one renders at once: React's own `lazy` suspends at its first
 * rendering even then, and React holds suspended content back for up to 300 ms.
 */
export function lazyWithPreload<P extends object>(
  load: () => Promise<ComponentType<P>>,
): { readonly Later: ComponentType<P>; warm(): Promise<void>; isHere(): boolean } {
  let here: ComponentType<P> | null = null
  const fetch = async () => {
    here ??= await load()
    return { default: here }
  }
  // a lazy component takes the properties of the one that it loads
  const Lazy = lazy(fetch) as unknown as ComponentType<P>
  // biome-ignore lint/correctness/noComponentHookFactories: called once a chunk, at the top of a module
  function Later(props: P) {
    const It = here ?? Lazy
    return <It {...props} />
  }
  return {
    Later,
    isHere: () => here !== null,
    warm: () =>
      fetch().then(
        () => {},
        () => {},
      ),
  }
}
