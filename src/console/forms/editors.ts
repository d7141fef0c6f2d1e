import { type ComponentType, createElement, lazy, Suspense } from 'react'
import type { InputProps } from './base/input.ts'

/** Properties of the editor of a record's parts: an input of a form, and what is wrong with each cell. */
export type EditorProps = InputProps & {
  /** Server's problems of single cells: `attributes.2.attrCode`, places from 0. */
  readonly problems: Readonly<Record<string, string>>
}

const later = (load: () => Promise<ComponentType<EditorProps>>): ComponentType<EditorProps> => {
  const Editor = lazy(async () => ({ default: await load() }))
  return (p) =>
    createElement(Suspense, { fallback: createElement('div', { 'aria-busy': 'true' }) }, createElement(Editor, p))
}

/**
 * Inputs that lists of parts are edited by, under the name that the model says (`Part.editor`), each a chunk of its own. A
 * test fails on a name that is declared and not registered.
 */
export const editors: Readonly<Record<string, ComponentType<EditorProps>>> = {
  attributes: later(() => import('./template/TemplateBuilder.tsx').then((m) => m.TemplateBuilder)),
}
