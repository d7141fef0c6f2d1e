import type { ComponentType } from 'react'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { FilesBlock } from './FilesBlock.tsx'
import { HtmlBlock } from './HtmlBlock.tsx'
import { RefsBlock } from './RefsBlock.tsx'
import { RowsBlock } from './RowsBlock.tsx'

/** Renders a value that is more than a text among the facts of a record. */
export interface BlockProps {
  readonly of: Resource
  readonly row: WireRow
  readonly name: string
  readonly field: Field
}

const blocks: { readonly [K in Kind]?: ComponentType<BlockProps> } = {
  file: FilesBlock,
  html: HtmlBlock,
  image: FilesBlock,
  refs: RefsBlock,
  rows: RowsBlock,
}

/** The block of a field's kind; none for what a text says. */
export const blockOf = (field: Pick<Field, 'kind'>): ComponentType<BlockProps> | undefined => blocks[field.kind]
