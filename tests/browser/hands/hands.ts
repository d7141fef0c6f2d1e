import type { Page } from 'playwright-core'
import { calls, queues, resources, transitionsOf } from '../../../src/model/business.ts'
import { isChoice } from '../../../src/model/language/fields/field.ts'
import { type Language, label } from '../../../src/model/values/label.ts'

/** A file that is chosen into a field. */
export interface ChosenFile {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Answers to a question, by field or column of its rows: texts as they are typed, the digit of a choice, the words of
 * an option, a blank for a switch that is turned, and files.
 */
export interface Answers {
  readonly texts?: Readonly<Record<string, string>>
  readonly file?: ChosenFile | readonly ChosenFile[]
  /** A step between filling in the question and sending it. */
  readonly meanwhile?: () => Promise<void>
}

/** A person at a page, by keyboard or by mouse. Commands, queues and lists are named as the model names them. */
export interface Hands {
  readonly page: Page
  /** The language of the page. */
  readonly language: Language
  /** Opens a view of a queue. */
  openQueue(queue: string, view: string): Promise<void>
  /** Opens the list of a family. */
  openList(resource: string): Promise<void>
  /** Leaves only the records of this code in the list, the cursor on the first. */
  find(code: string): Promise<void>
  /** Opens the page of the record under the cursor, whose code this is. */
  openRecord(code: string): Promise<void>
  /** Goes along the line of documents of the page to its beginning, and opens that. */
  toTheBeginning(): Promise<void>
  /** Takes a command on the record in hand, answering what it asks, until it is `done`. */
  take(command: string, done: () => Promise<boolean>, answers?: Answers): Promise<void>
  /** Takes a command on the record in hand that is refused, in these words. */
  refused(command: string, words: RegExp): Promise<void>
  /** Adds a part to the record of the open form, with this text in its first column. */
  addPart(text: string): Promise<void>
  /** Waits until the record in hand shows this value of a field. */
  sees(resource: string, field: string, value: number): Promise<void>
  /** Adds a row to the record of the page. */
  addRow(done: () => Promise<boolean>, answers: Answers): Promise<void>
  /** Opens the record under the cursor beside its list. */
  openAside(): Promise<void>
  /** Presses a button of the page or of its open question, by its words. */
  press(words: string): Promise<void>
  /** The file that a button of the page hands out. */
  download(words: string): Promise<string>
  /** Types into whatever has the keyboard. */
  type(text: string): Promise<void>
}

export const queueAddress = (queue: string, view: string) => `/desk/queues/${queue}?view=${view}`
export const listAddress = (resource: string) => resources.get(resource)?.routes?.list ?? ''

export const viewTitle = (queue: string, view: string, language: Language): string => {
  const found = queues.get(queue)?.views.find((v) => v.code === view)
  if (!found) throw new Error(`no view ${queue}.${view}`)
  return label(found.title, language)
}
export const listTitle = (resource: string, language: Language): string =>
  label(resources.get(resource)?.title ?? ['', ''], language)

/** Title of a value of a choice. */
export function valueTitle(resource: string, name: string, value: number, language: Language): string {
  const field = resources.get(resource)?.fields[name]
  if (!field || !isChoice(field)) throw new Error(`no choice ${resource}.${name}`)
  const [zh, en] = field.values[value] ?? ['', '']
  return label([zh, en], language)
}

/** Title of a decision: a transition of a resource, or a call. */
export function commandTitle(command: string, language: Language): string {
  const [resource = '', ...name] = command.split('.')
  const title = transitionsOf(resource)[name.join('.')]?.label ?? calls.find((c) => c.id === command)?.title
  if (!title) throw new Error(`no command ${command}`)
  return label(title, language)
}
