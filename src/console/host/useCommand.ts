import { useCallback, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Registry } from '../../../commands/registry.ts'
import { onBenchChange } from './context.ts'
import { type CommandState, commandState, registryNow } from './host.ts'
import { keyState } from './keyState.ts'
import { platform } from './platform.ts'

/** The registry in force; renders again when another one is (sign-in, language). */
export const useRegistry = (): Registry => useSyncExternalStore(onBenchChange, registryNow)

/** State of a command; renders again only when it changes. */
export function useCommand(id: string): CommandState {
  const registry = useRegistry()
  const mark = useCallback(() => {
    const { here, enabled, why, key } = commandState(id)
    return `${here}|${enabled}|${key}|${why}`
  }, [id])
  useSyncExternalStore(onBenchChange, mark)
  void registry
  return commandState(id)
}

/** The key of a command as people read it here, "" when it has none or does not exist for this person. */
export function useKeyOf(id: string): string {
  const key = useRegistry().get(id)?.keys?.[0]
  return key ? formatKeys(key, platform) : ''
}

/** The unfinished sequence for the status bar: `g`, "" when there is none; and what may follow. */
export const usePendingKeys = () => useSnapshot(keyState)
