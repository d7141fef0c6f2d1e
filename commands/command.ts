import type { States } from '../src/model/wire/catalogue.ts'
import type { WireRow } from '../src/model/wire/wire.ts'
import type { ContextKeys, When } from './context.ts'
import type { Outcome } from './outcome.ts'

export type Category =
  | 'navigation'
  | 'decision'
  | 'record'
  | 'selection'
  | 'queue'
  | 'table'
  | 'tabs'
  | 'session'
  | 'appearance'
  | 'help'
  | 'search'

/** Where the records come from that a command works on. */
export type Selects = 'none' | 'one' | 'many' | 'detail'

/**
 * Command of a person, declared once; palette row, key, button, menu item, bulk-bar entry and cheat-sheet line are
 * projections of it. Icons are names; titles are already in the user's language (the registry is rebuilt on a language
 * switch, ids stay).
 */
export interface AnyCommand {
  /** Stable and namespaced: `nav./svc/settlementOrder`, `settlementOrder.audit.pass`. */
  readonly id: string
  readonly title: string
  /** Title in the other language: always searchable. */
  readonly alias: string
  /** Readings for search, from the catalogue or built at build time. */
  readonly pinyin?: readonly string[]
  /** Other names people ask for it by, in any language (`logout`, 注销): searched, never shown. */
  readonly words?: readonly string[]
  readonly category: Category
  readonly icon: string
  /** True where the command exists at all; outside it is dead on every surface, keyboard included. */
  readonly when: When
  readonly selection: Selects
  /**
   * The states a row must be in (a transition's `from`). Data rather than code, so that two commands with one key in
   * one place can be distinguished by the current row; the resolver and the test for conflicts both use it.
   */
  readonly from?: States
  /**
   * Keys work only where this holds too; the command itself stays reachable by palette and buttons wherever `when`
   * holds.
   */
  readonly keysWhen?: When
  /** Key sequences, e.g. `a`, `shift+enter`, `mod+k`, `g q`. The first is the one shown. */
  readonly keys?: readonly string[]
  /** The keys are the person's own: where another command has one of them by declaration, this one is meant. */
  readonly ownKeys?: true
  /** Fires again while the key is held (moving the cursor; never a decision). */
  readonly repeatable?: boolean
  /** Takes a number before its key: `5j` moves five rows (`CommandHost.count`). */
  readonly counted?: boolean
  /** Asks for an answer that may be typed behind its name in the palette (`CommandHost.text`). */
  readonly asks?: boolean
  readonly danger?: boolean
  /** Works while an input or widget has the focus (mod+k, escape). */
  readonly global?: boolean
  /** Not listed in the palette (cursor moves). */
  readonly hidden?: boolean
  /** Warning beside the title: said beside the title. */
  readonly note?: string
  /** Address of a command that only navigates: surfaces may open it aside or copy it. */
  readonly place?: Place
  /** Why it cannot be run right now although `when` holds; null when it can. Shown wherever the command is shown. */
  disabled?(host: CommandHost): string | null
  run(host: CommandHost): Promise<Outcome> | Outcome
}

/** A screen that a command leads to. */
export interface Place {
  readonly route: string
  /** Resource of the records shown there, "" for none. */
  readonly resource: string
  /** Always in a window of its own. */
  readonly aside: boolean
  /** Menu path of a command whose title another command has, too. */
  readonly where?: string
}

/** Way by which the command was run. */
export type Source = 'key' | 'palette' | 'button' | 'menu' | 'link'

/**
 * Ports that commands may reach: narrow ports that the console implements. Commands stay pure of React and of the
 * network.
 */
export interface CommandHost {
  readonly context: ContextKeys
  /** Rows the command works on: the ticked ones, else the row under the cursor or on the detail page. */
  readonly rows: readonly WireRow[]
  /** The row under the cursor or on the detail page, whatever is ticked. */
  readonly row: WireRow | null
  readonly source: Source
  /** Number typed before the key of a `counted` command; absent for none. */
  readonly count?: number
  /** Text typed behind the name of an `asks` command in the palette; absent for none. */
  readonly text?: string
  readonly decide: DecidePort
  readonly grid: GridPort
  readonly cards: CardsPort
  readonly evidence: EvidencePort
  readonly queues: QueuesPort
  readonly views: ViewsPort
  readonly inbox: InboxPort
  readonly shell: ShellPort
  readonly session: SessionPort
}

export interface DecidePort {
  /**
   * Decides the row in hand, or (`batch`) the ticked rows or "all matching"; asks what must be asked. `detailed` = ask
   * although nothing must be.
   */
  decide(
    resource: string,
    /** Name of the decision: a transition, or a call that is a command. */
    decision: string,
    /** `inline`: what has to be asked is asked in the line of the palette, where it can be, beginning with this text. */
    options: { readonly detailed: boolean; readonly batch: boolean; readonly inline?: string },
  ): Promise<Outcome>
  /** Person who brought a row to its state, when and how, as far as events told; "" where it was not. */
  overtaken(row: WireRow): string
  takeBack(): Promise<Outcome>
  /** Takes the decision again that was taken back last, exactly as it was. */
  redo(): Promise<Outcome>
  /** Takes the last decision again, of the row in hand and with the same answers; asks again what is confirmed. */
  repeat(): Promise<Outcome>
  /** Starts recording decisions as a macro, or stops and shows what was recorded. */
  recordMacro(): Promise<Outcome>
  /** Shows what a macro of the person would do with the ticked rows or the row in hand, and runs it where they agree. */
  runMacro(id: string): Promise<Outcome>
  hold(): Outcome
  retryFailed(): Promise<Outcome>
  /** Shows what failed or was overtaken: the row, or the list of a batch. */
  showFailed(): Promise<Outcome>
  /** Stops the batch under way after the rows in hand. */
  cancelBatch(): Promise<Outcome>
}

/** Work in queues that several people share. */
export interface QueuesPort {
  /** Takes the record in hand from another person, whose window says so. */
  takeOver(): Promise<Outcome>
  /** Puts the record in hand on hold until a time, with a reason; asks for both. */
  holdUntil(): Promise<Outcome>
  /** Lists what the person has on hold in the queue, as a menu. */
  showHeld(): Outcome
  /** Goes to the most urgent record of all queues that nobody has in hand, and takes it. */
  nextUrgent(): Promise<Outcome>
}

/** Movement of the corner of a range of cells, down and to the right. */
export interface CellsTo {
  readonly rows?: number | 'first' | 'last' | 'pageUp' | 'pageDown'
  readonly columns?: number | 'first' | 'last'
}

/** The current grid. Every method returns `nothing` when there is none. */
export interface GridPort {
  /** Moves the cursor; `extend`: ticks the rows on its way, or makes the range of cells larger where there is one. */
  move(by: number | 'first' | 'last' | 'pageUp' | 'pageDown', extend?: boolean): Outcome
  /** Goes to the column before or after: what is copied and changed is under the cursor. */
  moveColumn(by: -1 | 1): Outcome
  /** Which columns the list shows, as a menu. */
  columns(): Outcome
  changeColumn(what: ColumnChange): Outcome
  /** By which field the rows are counted and summed, as a menu; closes the groups where they are shown and have the keyboard. */
  group(): Outcome
  /** Of a tree: opens the row or goes to its first child; closes the row or goes to its parent. */
  unfold(open: boolean): Promise<Outcome>
  /** Of a tree: moves the row among its siblings, below its predecessor, or beside its parent. */
  moveRow(way: 'up' | 'down' | 'in' | 'out'): Promise<Outcome>
  /** How the list may be ordered, and how it is; none where its order is fixed. */
  orders(): readonly Ordering[]
  /** Orders the list: `+field` ascending, `field` descending. */
  order(sort: string): Outcome
  /** The same as a menu. */
  chooseOrder(): Outcome
  /** Orders the list by the column under the cursor, each time the other way; else says why it cannot. */
  sortColumn(): Outcome
  /** Begins a condition on the column under the cursor in the filter; else says why there is none. */
  filterColumn(): Outcome
  /** Copies the cell under the cursor (the record's number before any other was gone to), or a link to the record. */
  copy(what: 'cell' | 'link'): Promise<Outcome>
  /** Begins a range of cells at the cursor, which then moves its corner; again, and the cursor leaves it. */
  selectCells(): Outcome
  /** Moves a corner of the range of cells, which begins at the cursor where there is none. */
  extendCells(to: CellsTo): Outcome
  clearCells(): Outcome
  /** Gives the rows of the range what its first row has, after a preview. */
  fillCells(): Promise<Outcome>
  /** Gives the cells of the range what is in the clipboard, after a preview. */
  pasteCells(): Promise<Outcome>
  /** Copies the range of cells, else the ticked rows, else the row under the cursor, with the columns that are shown, for a spreadsheet. */
  copyRows(): Promise<Outcome>
  /** Filters by the lines in the clipboard: numbers or names of records. */
  pasteRows(): Promise<Outcome>
  /** Looks for a text among all rows of the list, without filtering them; goes on to the next place. */
  find(by?: 1 | -1): Outcome
  /** Gives fields of the ticked rows values, after a preview. */
  bulkEdit(): Promise<Outcome>
  /** Prints the ticked rows, else those of the list. */
  print(): Promise<Outcome>
  toggle(): Outcome
  selectAllMatching(): Promise<Outcome>
  clearSelection(): Outcome
  open(): Outcome
  focusFilter(): Outcome
  reload(): Promise<Outcome>
  /** Sections of the record that is shown. */
  nextSection(by: 1 | -1): Outcome
  /** The n-th section, from 1, or the one of this code: its content then has the keyboard. */
  section(which: number | string): Outcome
  /** The form of a row of the record that is shown: a file of an invoice, a voucher. */
  addRow(): Outcome
  /** The place for a comment on the record that is shown: it has the keyboard. */
  comment(): Outcome
  toggleStay(): Outcome
  togglePreview(): Outcome
  nextView(by: 1 | -1): Outcome
}

/** Commands on the open evidence of the record in hand. */
export type EvidenceAct =
  | 'next'
  | 'previous'
  | 'larger'
  | 'smaller'
  | 'fit'
  | 'turnLeft'
  | 'turnRight'
  | 'two'
  | 'play'
  | 'forward'
  | 'back'
  | 'faster'
  | 'slower'
  | 'alike'
  | 'download'

/** The evidence of the record in hand: its pictures, documents, sound and films. */
export interface EvidencePort {
  /** Opens it, or closes it and gives the keyboard back. */
  toggle(): Outcome
  act(what: EvidenceAct): Outcome
}

/** The saved view in force in the list that has the stage, as far as commands ask. */
export interface ViewState {
  readonly inForce: boolean
  readonly mine: boolean
  /** The list shows something else by now. */
  readonly changed: boolean
  /** The person may export this list. */
  readonly exports: boolean
  /** The person may share views, and set what lists open with for roles. */
  readonly shares: boolean
  /** Saved views of this list. */
  readonly count: number
}

/** Saved views of the list that has the stage. */
export interface ViewsPort {
  state(): ViewState
  /** Shows them as a menu. */
  choose(): Outcome
  /** Puts the one before or after in force; none is among them. */
  next(by: 1 | -1): Outcome
  /** Saves what the list shows as a new view. */
  saveAs(): Promise<Outcome>
  /** Saves what the list shows as the view in force. */
  update(): Promise<Outcome>
  /** Shows the list as the view in force has it. */
  discard(): Outcome
  /** Name, icon, key and roles of the view in force. */
  edit(): Promise<Outcome>
  /** The list opens with the view in force from now on, or no longer. */
  makeDefault(): Promise<Outcome>
  /** Shows the list without the view in force. */
  leave(): Outcome
  /** Default views of the list by role. */
  setDefaults(): Promise<Outcome>
  /** When the view in force is exported to a file by itself. */
  schedule(): Promise<Outcome>
  remove(): Promise<Outcome>
}

/** Cards of a page in their order: the first page and the one of all queues. */
export interface CardsPort {
  /** Goes to the one before or after, or to the nearest one in the line above or below. */
  move(to: 'next' | 'previous' | 'below' | 'above'): Outcome
  /** Opens the n-th one, from 1. */
  open(n: number): Outcome
}

/** Order of a list. */
export interface Ordering {
  readonly sort: string
  readonly title: string
  /** The list is ordered so. */
  readonly now: boolean
}

/**
 * Commands on the column under the cursor; `reset`: with all of them. `numbers`, `compact`, `normal`, `roomy`: the rows of the list,
 * which are kept with its columns.
 */
export type ColumnChange =
  | 'wider'
  | 'narrower'
  | 'left'
  | 'right'
  | 'hide'
  | 'pin'
  | 'reset'
  | 'numbers'
  | 'compact'
  | 'normal'
  | 'roomy'

/** File formats of an export. */
export type ExportFormat = 'xlsx' | 'csv'

/** The inbox that is open. */
export interface InboxPort {
  move(by: 1 | -1): Outcome
  /** Opens what the line in front is about. */
  open(): Promise<Outcome>
  mark(read: boolean): Promise<Outcome>
  markAll(): Promise<Outcome>
  show(only: '' | 'unread' | 'mentions'): Outcome
}

export interface ShellPort {
  open(route: string, newWindow?: boolean): Outcome
  back(): Outcome
  /** Closes the topmost layer, else clears the selection, else the filter, else leaves the row. */
  stepBack(): Outcome
  /** Keeps a record on the screen beside the one in hand; the same one again, and it goes. */
  putBeside(resource: string, row: WireRow): Outcome
  openPalette(prefix?: string): Outcome
  /** The key sheet; `typed` looks for something in all of it. */
  showKeys(typed?: string): Outcome
  /** The macros of the person, as texts to edit; one that was recorded begins a new one. */
  editMacros(recorded?: string): Outcome
  /** Lists what the person decided today, and what of it can be taken back or again. */
  showDecisions(): Outcome
  /** Opens the explanation of the keys pressed last: what each did, or why it did nothing. */
  explainKeys(): Outcome
  /** Prints the record of the page, all of its sections. */
  printRecord(): Promise<Outcome>
  showMessages(): Outcome
  /** Opens the inbox over the page, or closes it. */
  showInbox(): Outcome
  /** Shows the person's scheduled exports. */
  showSchedules(): Promise<Outcome>
  closeTab(which: 'this' | 'others' | 'all'): Outcome
  nextTab(by: 1 | -1): Outcome
  toggleSidebar(): Outcome
  fullScreen(): Outcome
  form(resource: string, mode: 'add' | 'edit', id?: string): Outcome
  remove(resource: string): Promise<Outcome>
  /** Rows of a file: checked, looked at, added. */
  importRows(resource: string): Promise<Outcome>
  /** Absent while exports are not open: the commands then say so. */
  exportRows?(resource: string, format: ExportFormat): Promise<Outcome>
  /** A file besides the export, by its name (`CatalogueResource.archives`). Absent as above. */
  archive?(resource: string, name: string): Promise<Outcome>
}

export interface SessionPort {
  signOut(): Promise<Outcome>
  /** Keeps the session and shows the lock screen in all tabs of the browser. */
  lock(): Outcome | Promise<Outcome>
  changePassword(): Promise<Outcome>
  setLanguage(language: 'zh' | 'en'): Promise<Outcome>
  setTheme(theme: 'light' | 'dark' | 'system'): Outcome
  /** Opens the choice of theme and colour. */
  chooseTheme(): Promise<Outcome>
  clearCache(): Promise<Outcome>
  /** Own settings: as a file, from one, all as declared. */
  exportSettings(): Promise<Outcome>
  importSettings(): Promise<Outcome>
  resetSettings(): Promise<Outcome>
}
