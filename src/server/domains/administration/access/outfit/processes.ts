import { flowManager, flowModel } from '../../../../../model/workflow/definitions.ts'
import type { Brought } from './outfit.ts'

/** The one process that runs on the engine (domain §8). */
export const LEAVE = { key: 'process-leave', name: '请假流程', category: 'flow_1' } as const

const { key, ...named } = LEAVE

/** 流程: leave as a model and as it is deployed. */
export const processes: readonly Brought[] = [
  { of: flowModel, by: ['modelKey'], rows: [{ modelKey: key, ...named, modelVersion: 1 }] },
  { of: flowManager, by: ['key'], rows: [{ key, ...named, processVersion: 1 }] },
]
