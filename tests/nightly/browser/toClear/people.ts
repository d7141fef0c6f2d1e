import { resourceOf } from '../../../../src/model/business.ts'
import { columnNames, rowsOf } from '../../../../src/model/wire/columns.ts'
import { ROUNDS, type Slice } from '../../../../src/model/wire/wire.ts'
import { type Client, client } from '../../../browser/api.ts'
import { wait } from '../../../browser/wait.ts'

/** A row as a list of the server gives it. */
export interface Listed {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}
type Filter = Readonly<Record<string, string | number>>

/** How many rows are asked for at once. */
const SLICE = 200

/** People who sit at the server without a page, each signed in once, and what they send. */
export class People {
  private readonly seated = new Map<string, Promise<Client>>()
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  as(account: string): Promise<Client> {
    const there = this.seated.get(account) ?? client(this.url, account)
    this.seated.set(account, there)
    return there
  }

  /** Sends a write that has to be taken. Answers its data. */
  async post<T = unknown>(account: string, path: string, body: unknown): Promise<T> {
    const answer = await (await this.as(account)).post<T>(path, body)
    if (answer.code !== 200) throw new Error(`${account} ${path} ${JSON.stringify(body)}: ${answer.msg}`)
    return answer.data
  }

  /** The same of a write that the specification spells as a GET. */
  async get<T = unknown>(account: string, path: string, params: Filter): Promise<T> {
    const answer = await (await this.as(account)).get<T>(path, params)
    if (answer.code !== 200) throw new Error(`${account} ${path} ${JSON.stringify(params)}: ${answer.msg}`)
    return answer.data
  }

  /** All rows of a family that this person sees, by conditions. */
  async list(account: string, resource: string, where: Filter = {}): Promise<Listed[]> {
    const c = await this.as(account)
    const columns = columnNames(resourceOf(resource)).join()
    const all: Listed[] = []
    for (;;) {
      const { data, msg } = await c.get<Slice | null>(ROUNDS.window, {
        resource,
        offset: all.length,
        size: SLICE,
        columns,
        ...where,
      })
      if (!data) throw new Error(`${resource}: ${msg}`)
      const rows = rowsOf(data) as unknown as Listed[]
      all.push(...rows)
      if (rows.length < SLICE) return all
    }
  }

  /** The first of them. */
  async one(account: string, resource: string, where: Filter): Promise<Listed> {
    const [row] = await this.list(account, resource, where)
    if (!row) throw new Error(`${account} sees no ${resource} with ${JSON.stringify(where)}`)
    return row
  }
}

/** How often somebody asks whether it is so by now, ms. */
const ASKS = 200

/** Waits until something is so, as what the server does behind a call brings it about. */
export const until = async (is: () => Promise<boolean>, what: string): Promise<void> => {
  await wait.poll(is, Boolean, what, 600_000, ASKS)
}
