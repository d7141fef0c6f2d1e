import type {
  CardsPort,
  DecidePort,
  EvidencePort,
  GridPort,
  InboxPort,
  QueuesPort,
  SessionPort,
  ShellPort,
  ViewsPort,
} from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { t } from '../i18n/index.ts'
import { benchChanged } from './context.ts'

/** Which rows commands work on; given by the screen that shows them, with `touchRows()` after each move. */
export interface RowsPort {
  /** The row under the cursor, or the record of the page. */
  cursor(): WireRow | null
  /** Rows ticked with x, as far as they are loaded. */
  ticked(): readonly WireRow[]
  /** Initial values of a new record of a resource here; null for none. */
  begins(resource: string): Readonly<Record<string, string>> | null
  /** A record was added: its list moves the cursor to it, or states that the record is not in the list. */
  added(resource: string, row: WireRow): void
}

export interface Ports {
  readonly grid: GridPort
  readonly cards: CardsPort
  readonly evidence: EvidencePort
  readonly decide: DecidePort
  readonly queues: QueuesPort
  readonly views: ViewsPort
  readonly inbox: InboxPort
  readonly shell: ShellPort
  readonly session: SessionPort
  readonly rows: RowsPort
}
/** Any part of any port. */
export type GivenPorts = { readonly [P in keyof Ports]?: Partial<Ports[P]> }

const nothing = (key: string) => (): Outcome => ({ is: 'nothing', why: t(key) })
const later = (key: string) => async (): Promise<Outcome> => ({ is: 'nothing', why: t(key) })
const noGrid = nothing('shell.noGrid')
const noDecision = later('shell.noDecision')
const notYet = nothing('shell.notHere')

/** Fallback where no screen answers: politely, with a sentence. */
const fallback: Ports = {
  grid: {
    move: noGrid,
    moveColumn: noGrid,
    columns: noGrid,
    changeColumn: noGrid,
    group: nothing('table.notGrouped'),
    orders: () => [],
    order: noGrid,
    chooseOrder: nothing('table.orderFixed'),
    sortColumn: noGrid,
    filterColumn: noGrid,
    copy: later('shell.noGrid'),
    selectCells: noGrid,
    extendCells: noGrid,
    clearCells: noGrid,
    fillCells: later('shell.noGrid'),
    pasteCells: later('shell.noGrid'),
    unfold: later('shell.noGrid'),
    moveRow: later('shell.noGrid'),
    copyRows: later('shell.noGrid'),
    pasteRows: later('shell.noGrid'),
    find: noGrid,
    bulkEdit: later('shell.notHere'),
    print: later('shell.noGrid'),
    toggle: noGrid,
    selectAllMatching: later('shell.noGrid'),
    clearSelection: noGrid,
    open: noGrid,
    focusFilter: noGrid,
    reload: later('shell.noGrid'),
    nextSection: noGrid,
    section: noGrid,
    addRow: noGrid,
    comment: noGrid,
    toggleStay: noGrid,
    togglePreview: noGrid,
    nextView: noGrid,
  },
  inbox: {
    move: notYet,
    open: later('shell.notHere'),
    mark: later('shell.notHere'),
    markAll: later('shell.notHere'),
    show: notYet,
  },
  cards: { move: notYet, open: notYet },
  evidence: { toggle: nothing('shell.noGrid'), act: notYet },
  decide: {
    decide: noDecision,
    overtaken: () => '',
    takeBack: noDecision,
    redo: noDecision,
    recordMacro: noDecision,
    runMacro: noDecision,
    repeat: noDecision,
    hold: nothing('shell.noDecision'),
    retryFailed: noDecision,
    showFailed: noDecision,
    cancelBatch: noDecision,
  },
  queues: { takeOver: noDecision, holdUntil: noDecision, showHeld: notYet, nextUrgent: later('shell.notHere') },
  views: {
    state: () => ({ inForce: false, mine: false, changed: false, exports: false, shares: false, count: 0 }),
    choose: noGrid,
    next: noGrid,
    saveAs: later('shell.noGrid'),
    update: later('shell.noGrid'),
    discard: noGrid,
    edit: later('shell.noGrid'),
    makeDefault: later('shell.noGrid'),
    leave: noGrid,
    setDefaults: later('shell.noGrid'),
    schedule: later('shell.noGrid'),
    remove: later('shell.noGrid'),
  },
  shell: {
    open: (route, newWindow) => ({ is: 'open', route, newWindow }),
    back: notYet,
    stepBack: notYet,
    openPalette: notYet,
    putBeside: notYet,
    showKeys: notYet,
    showDecisions: notYet,
    editMacros: notYet,
    explainKeys: notYet,
    printRecord: later('shell.notHere'),
    showMessages: notYet,
    showInbox: notYet,
    showSchedules: later('shell.notHere'),
    closeTab: notYet,
    nextTab: notYet,
    toggleSidebar: notYet,
    fullScreen: notYet,
    form: notYet,
    importRows: later('shell.notHere'),
    remove: later('shell.notHere'),
  },
  session: {
    signOut: later('shell.notHere'),
    lock: () => ({ is: 'nothing', why: t('shell.notHere') }),
    changePassword: later('shell.notHere'),
    setLanguage: async () => notYet(),
    setTheme: notYet,
    chooseTheme: later('shell.notHere'),
    clearCache: later('shell.notHere'),
    exportSettings: later('shell.notHere'),
    importSettings: later('shell.notHere'),
    resetSettings: later('shell.notHere'),
  },
  rows: { cursor: () => null, ticked: () => [], begins: () => null, added: () => {} },
}

/** Provided ports: the last provider of a method is used, until it withdraws it. */
const stack: GivenPorts[] = []

/** Gives ports, or parts of them (a screen on mounting). Returns the way to take exactly these back (on unmounting). */
export function providePorts(given: GivenPorts): () => void {
  stack.push(given)
  benchChanged()
  return () => {
    const at = stack.lastIndexOf(given)
    if (at >= 0) stack.splice(at, 1)
    benchChanged()
  }
}

function lookUp<P extends keyof Ports>(port: P, name: string): unknown {
  for (let at = stack.length - 1; at >= 0; at--) {
    const given = stack[at]?.[port] as Record<string, unknown> | undefined
    const method = given?.[name]
    if (typeof method === 'function') return method.bind(given)
  }
  return Reflect.get(fallback[port], name)
}

const facade = <P extends keyof Ports>(port: P): Ports[P] =>
  new Proxy({} as object, {
    get: (_target, name) => (typeof name === 'string' ? lookUp(port, name) : undefined),
  }) as Ports[P]

/** The ports as commands use them: every call goes to the provider at that moment. */
export const ports: Ports = {
  grid: facade('grid'),
  cards: facade('cards'),
  inbox: facade('inbox'),
  evidence: facade('evidence'),
  decide: facade('decide'),
  queues: facade('queues'),
  views: facade('views'),
  shell: facade('shell'),
  session: facade('session'),
  rows: facade('rows'),
}
