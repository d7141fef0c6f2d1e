import { useSyncExternalStore } from 'react'
import type { GridModel } from './gridModel.ts'

/** Something read off a model; renders again only when that is different. Give primitives, or the same objects. */
export function useModel<M extends GridModel, T>(model: M, read: (model: M) => T): T {
  return useSyncExternalStore(model.subscribe, () => read(model))
}
