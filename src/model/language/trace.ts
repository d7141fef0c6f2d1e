import type { ChoiceWords } from './fields/field.ts'
import type { Resource } from './resource.ts'

/** The code of the section that shows the line of documents: the key of traceability goes there. */
export const TRACE = 'trace'

/** Address of the trace of a record (the line of documents that it stands in), below /api. */
export const tracePath = (r: Pick<Resource, 'calls'>): string => `${r.calls[0] ?? ''}/${TRACE}`

/** Documents of one resource that stand in line with a record. */
export interface WireStop {
  readonly resource: string
  /** Where in the line: resources of one place stand beside each other. */
  readonly place: number
  readonly title: string
  /** How many there are; 0 where nothing came about yet. */
  readonly count: number
  /** 1 where there are more than are counted. */
  readonly more: 0 | 1
  /** Code and state of the one document; "" where there are several or none. */
  readonly name: string
  readonly state: string
  readonly tone: NonNullable<ChoiceWords[2]> | ''
  /** The record itself stands here. */
  readonly here: 0 | 1
  /** The page of the one, the list of the several; "" where nothing leads there. */
  readonly to: string
}

export interface WireTrace {
  readonly stops: readonly WireStop[]
}
