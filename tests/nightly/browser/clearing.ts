import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { queues, resourceOf, transitionsOf } from '../../../src/model/business.ts'
import { addressOf, pathsOf } from '../../../src/model/language/address.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import type { Transition } from '../../../src/model/language/lifecycle.ts'
import type { QueueView } from '../../../src/model/language/queue.ts'
import { label } from '../../../src/model/values/label.ts'
import type { BatchPreview } from '../../../src/model/wire/batchWire.ts'
import { columnNames, rowsOf as tableRows } from '../../../src/model/wire/columns.ts'
import { ROUNDS, type Slice, type WireTable } from '../../../src/model/wire/wire.ts'
import { client } from '../../browser/api.ts'
import type { Answers, Hands } from '../../browser/hands/hands.ts'
import { keyboard } from '../../browser/hands/keyboard.ts'
import { wait } from '../../browser/wait.ts'
import { Withheld } from './withheld.ts'

type Client = Awaited<ReturnType<typeof client>>
/** A record as the server lists it. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** A view of a queue that a person clears, and a colleague who works in it, too. */
export interface Clearing {
  readonly queue: string
  readonly view: string
  readonly who: string
  /** Is faster once. */
  readonly colleague: string
  /** Answers of a decision, by its name, besides required texts; `n`: number of earlier decisions. */
  readonly answers?: (decision: string, n: number) => Answers
  /** The same as a colleague without a page sends it. */
  readonly sent?: (row: Row, c: Client) => Promise<Readonly<Record<string, unknown>>>
  /** Passing a record asks something: the colleague is faster while that is answered. */
  readonly asks?: true
  /** Separation of duties concerns parts of the record. */
  readonly partsAreOwn?: true
  /** Every answer of the server takes a while, longer than the next key. */
  readonly slow?: true
}

const viewOf = ({ queue, view }: Clearing): QueueView => {
  const found = queues.get(queue)?.views.find((v) => v.code === view)
  if (!found) throw new Error(`no view ${queue}.${view}`)
  return found
}
const WORDS = '金额与合同不符'
/** How long an answer takes on a slow line, ms. */
const SLOW = 250

/** Texts that a decision has to be given. */
const required = (s: Transition): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Field>(s.ask ?? {}).flatMap(([name, f]) =>
      (f.facts.required || s.result === 'reject') && (f.kind === 'longText' || f.kind === 'text')
        ? [[name, WORDS]]
        : [],
    ),
  )

/** How many records are asked for at once. */
const SLICE = 200

/** The records of a view as the server lists them to somebody, in the order of the view. */
export async function rowsOf(c: Client, view: QueueView): Promise<Row[]> {
  const where = Object.fromEntries(view.where.map((w) => [`${w.field}_${w.op}`, String('value' in w ? w.value : '')]))
  const columns = columnNames(resourceOf(view.resource)).join()
  const asked = { resource: view.resource, ...where, columns, size: SLICE, ...(view.sort ? { sort: view.sort } : {}) }
  const all: Row[] = []
  for (;;) {
    const { data, msg } = await c.get<Slice | null>(ROUNDS.window, { ...asked, offset: all.length })
    if (!data) throw new Error(`${view.resource}: ${msg}`)
    const rows = tableRows(data) as unknown as Row[]
    all.push(...rows)
    if (rows.length < SLICE) return all
  }
}

/** Clears a view from the keyboard. */
export class Clearer {
  readonly hands: Hands
  readonly view: QueueView
  /** The records that are cleared, where the list is filtered by them; none: all of the view. */
  only: ReadonlySet<string> | null = null
  private decided = 0

  private readonly page: Page
  private readonly c: Client
  private readonly of: Clearing

  constructor(page: Page, c: Client, of: Clearing) {
    this.page = page
    this.c = c
    this.of = of
    this.hands = keyboard(page, 'zh')
    this.view = viewOf(of)
  }

  /** The decision that passes a record, the first of the view. */
  get passes(): string {
    const [first] = this.view.decisions
    if (typeof first !== 'string') throw new Error(`${this.view.code} begins with a call`)
    return first
  }
  /** The one that turns it down, where there is one. */
  get rejects(): string | undefined {
    return this.view.decisions.find(
      (d): d is string => typeof d === 'string' && d !== this.passes && this.transition(d).result === 'reject',
    )
  }
  transition(name: string): Transition {
    const found = transitionsOf(this.view.resource)[name]
    if (!found) throw new Error(`no ${this.view.resource}.${name}`)
    return found
  }

  /** Record as stored at the server. */
  async record(id: string): Promise<Row> {
    const { data, msg } = await this.c.get<WireTable | null>(ROUNDS.rows, { resource: this.view.resource, ids: id })
    const [row] = data ? (tableRows(data) as unknown as Row[]) : []
    if (!row) throw new Error(`${this.view.resource} ${id}: ${msg}`)
    return row
  }

  /** The row under the cursor: its number in the list, what it is called and says, how many there are. */
  private async cursor() {
    const grid = this.page.locator('[role=grid]').first()
    const id = await grid.getAttribute('aria-activedescendant')
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1
    if (!id) return { at: -1, name: '', text: '', count }
    const row = this.page.locator(`[id="${id}"]`)
    // a family whose name is another record's has no column of names
    const name = row.locator('.g-c.name, [role=gridcell]:not([data-tick])').first()
    // a name shortened on the screen has its full text in the label
    const told = (await name.getAttribute('aria-label')) ?? (await name.innerText())
    return { at: Number(id.split('-').at(-1)), name: told, text: await row.innerText(), count }
  }

  /** The records that are left. */
  async left(): Promise<Row[]> {
    const all = await rowsOf(this.c, this.view)
    return this.only ? all.filter((r) => this.only?.has(r.id)) : all
  }

  /** The one of these records that the cursor is on. */
  private async under(list: readonly Row[]): Promise<Row> {
    const of = resourceOf(this.view.resource)
    const names = [of.list.columns[0] ?? '', of.name]
    const now = await this.cursor()
    // several may be called the same: the one that the row says most of
    const says = (r: Row) => Object.values(r).filter((v) => typeof v === 'string' && v !== '' && now.text.includes(v))
    const called = list.filter((r) => names.some((name) => now.name.includes(String(r[name]))))
    const [row] = called.sort((x, y) => says(y).length - says(x).length)
    if (!row) throw new Error(`${now.name} is not in its place in the view`)
    return row
  }

  /** Puts the cursor on a record. */
  async goTo(id: string): Promise<void> {
    const list = await this.left()
    await this.page.keyboard.press('Home')
    for (const _ of list) {
      if ((await this.under(list)).id === id) return
      const now = await this.cursor()
      await this.page.keyboard.press('j')
      await this.leaves(now)
    }
    throw new Error(`${id} is not in ${this.view.code}`)
  }

  /** The first record from the cursor on of which this person may make the decision, the cursor on it. */
  private async next(decision: string): Promise<Row> {
    const list = await this.left()
    const { resource } = this.view
    const rows = list.map(({ id, version }) => ({ id, version }))
    const ask = required(this.transition(decision))
    const order = { resource, transition: decision, rows, ...(Object.keys(ask).length > 0 ? { ask } : {}) }
    const { data } = await this.c.post<BatchPreview | null>(ROUNDS.batchPreview, order)
    for (const _ of list) {
      const row = await this.under(list)
      const now = await this.cursor()
      if (!data?.refusedIds?.includes(row.id)) return row
      await this.page.keyboard.press('j')
      await this.leaves(now)
    }
    throw new Error(`nothing in ${this.view.code} is for ${this.of.who}`)
  }

  private async leaves(was: Awaited<ReturnType<Clearer['cursor']>>): Promise<void> {
    await wait.poll(
      () => this.cursor(),
      (now) => now.name !== was.name || now.at !== was.at || now.count !== was.count,
      `the cursor stays on ${was.name}`,
    )
  }

  /** Opens the view, of it only the records of this name where there is one. */
  async begin(name: string): Promise<void> {
    await this.page.goto('/')
    await this.page.locator('main[data-ready]').first().waitFor()
    await this.hands.openQueue(this.of.queue, this.of.view)
    if (name !== '') await this.hands.find(name)
  }

  /** Puts the cursor on the next record that is this person's to decide so. */
  async ready(decision: string): Promise<void> {
    await this.next(decision)
  }

  /** Text for the reason of a decision. */
  reason(decision: string): string {
    return Object.values(required(this.transition(decision)))[0] ?? ''
  }

  /** Answers for the form of a decision. */
  private answers(decision: string): Answers {
    const more = this.of.answers?.(decision, this.decided)
    return { ...more, texts: { ...required(this.transition(decision)), ...more?.texts } }
  }

  /** Decides the next record; answers what it was once the server has it and the cursor has gone on. */
  async decide(decision: string): Promise<Row> {
    const row = await this.next(decision)
    const was = await this.cursor()
    const gone = async () => (await this.record(row.id)).version > row.version
    await this.hands.take(`${this.view.resource}.${decision}`, gone, this.answers(decision))
    this.decided += 1
    await this.leaves(was)
    return row
  }

  /** Passes a record as somebody without a page. */
  async sends(row: Row, colleague: Client): Promise<void> {
    const s = this.transition(this.passes)
    const { method, paths } = addressOf(s.call ?? '')
    const path = pathsOf(resourceOf(this.view.resource).calls, paths)[0] as string
    const body = {
      id: row.id,
      version: row.version,
      ...required(s),
      ...(await this.of.sent?.(row, colleague)),
      ...s.match,
    }
    const answer =
      method === 'GET'
        ? await colleague.get(path, { ids: row.id, version: row.version })
        : await colleague.post(path, body)
    expect(answer, `${this.of.colleague} ${path}`).toMatchObject({ code: 200 })
  }

  /** Passes a record from the keyboard. */
  async passesThis(row: Row): Promise<void> {
    await this.goTo(row.id)
    expect((await this.decide(this.passes)).id).toBe(row.id)
  }

  /**
   * Somebody passes the next record before this person decides on it, from whose page it is withheld: the page says what
   * it has become and by whom, keeps what was written, and is on the next one. `passed`: passes it. Answers the record.
   */
  async isLate(withheld: Withheld, passed: (row: Row) => Promise<void>, name = ''): Promise<Row> {
    // a reason that was written for nothing is the more to lose
    const decision = name && this.rejects ? this.rejects : this.passes
    const row = await this.next(decision)
    const was = await this.cursor()
    const s = this.transition(this.passes)
    const faster = async () => {
      // changes are not fetched either
      withheld.changes()
      await passed(row)
    }
    const asks = this.of.asks || decision !== this.passes
    if (!asks) await faster()
    const trouble = this.page.locator('[data-trouble]')
    const answers = this.answers(decision)
    await this.hands.take(`${this.view.resource}.${decision}`, async () => (await trouble.count()) > 0, {
      ...answers,
      ...(asks ? { meanwhile: faster } : {}),
    })
    // the new state and the person who decided
    const told = await trouble.innerText()
    expect(told).toContain(label(s.label, 'zh'))
    expect(told).toContain(name)
    for (const [field, text] of Object.entries(required(this.transition(decision))))
      expect(told, field).toContain(answers.texts?.[field] ?? text)
    await this.leaves(was)
    await this.page.keyboard.press('Escape')
    await trouble.waitFor({ state: 'detached' })
    return row
  }

  /** Takes back the newest decision, or is told that nothing leads back from it. */
  async takeBack(row: Row, decision: string): Promise<void> {
    const { to, undo } = this.transition(decision)
    // the state that says which way it went
    const [state = ''] = typeof to === 'object' ? Object.keys(to) : []
    const stands = async () => (await this.record(row.id))[state]
    await this.page.keyboard.press('z')
    if (undo) {
      await wait.poll(stands, (now) => now === row[state], `${row.id} is not taken back`)
      return
    }
    const told = this.page.getByText(/该操作不可撤回|没有退回的步骤|没有可撤回的操作/).first()
    await told.waitFor()
    // an older decision is offered instead
    const offered = this.page.getByRole('dialog')
    if ((await offered.count()) > 0) {
      await this.page.keyboard.press('Escape')
      await offered.waitFor({ state: 'detached' })
    }
    expect(await stands()).not.toBe(row[state])
  }
}

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
const FIN = { who: 'fin', colleague: 'fin2' } as const
const CASHIER = { who: 'cashier', colleague: 'cashier2' } as const
/** Q11–Q23 of domain.md §6, the view of each that most is decided in. */
export const CLEARED: readonly Clearing[] = [
  { queue: 'resultOrder', view: 'audit', ...FIN },
  { queue: 'settlementCycle', view: 'confim', ...FIN },
  { queue: 'settlementOrder', view: 'audit', ...FIN, slow: true },
  { queue: 'servicePaymentOrder', view: 'submitReview', who: 'fin2', colleague: 'fin3' },
  { queue: 'entrustedAccountPrepay', view: 'submitReview', ...FIN },
  { queue: 'orderDoctorSettlement', view: 'apply', ...FIN },
  { queue: 'orderDoctorPayment', view: 'audit', ...FIN },
  { queue: 'handleApply', view: 'handle', ...CASHIER },
  { queue: 'cancellationRecord', view: 'audit', ...FIN },
  { queue: 'invoices', view: 'review', ...FIN },
  { queue: 'passedOn', view: 'fees', ...CASHIER },
  {
    queue: 'invoices',
    view: 'upload',
    who: 'tax',
    colleague: 'admin',
    asks: true,
    answers: (_, n) => ({
      file: { field: 'fileUrl', name: '发票.pdf', bytes: PDF },
      texts: { invoiceNo: String(90_000_001 + n), invoiceDate: '2024-06-15' },
    }),
    sent: async (_, c) => ({
      fileUrl: await c.putFile('发票.pdf', PDF),
      invoiceNo: '90000000',
      invoiceDate: '2024-06-15',
    }),
  },
  {
    queue: 'reconciliationInfo',
    view: 'resolve',
    ...FIN,
    asks: true,
    answers: () => ({ texts: { handle: '已与银行核对' } }),
    sent: async (row) => ({
      resultDetail: (row.resultDetail as readonly object[]).map((d) => ({ ...d, handle: '已与银行核对' })),
    }),
  },
]

/**
 * Clears so many records of a view from the keyboard, each way: overtaken by a colleague, taken back or told that nothing
 * leads back, turned down, passed.
 */
export async function clear(url: string, page: Page, of: Clearing, deep: number): Promise<void> {
  const c = await client(url, of.who)
  if (of.slow)
    await page.context().route('**/api/**', async (r) => {
      await new Promise((then) => setTimeout(then, SLOW))
      // the page may be closed by then
      await r.continue().catch(() => undefined)
    })
  const withheld = await Withheld.from(page)
  await page.goto('/')
  await page.locator('main[data-ready]').first().waitFor()
  const clearer = new Clearer(page, c, of)
  const had = (await rowsOf(c, clearer.view)).map((r) => r.id)
  expect(had.length).toBeGreaterThanOrEqual(deep)

  await clearer.hands.openQueue(of.queue, of.view)
  const colleague = await client(url, of.colleague)
  await clearer.isLate(withheld, (row) => clearer.sends(row, colleague))
  withheld.end()
  await page.getByText('在线', { exact: true }).waitFor()

  const { passes, rejects } = clearer
  const first = await clearer.decide(passes)
  await clearer.takeBack(first, passes)
  let done = 1 + (clearer.transition(passes).undo ? 0 : 1)
  if (rejects) {
    await clearer.decide(rejects)
    done += 1
  }
  for (; done < deep; done++) await clearer.decide(passes)
  const left = (await rowsOf(c, clearer.view)).map((r) => r.id)
  expect(had.filter((id) => !left.includes(id))).toHaveLength(deep)
}
