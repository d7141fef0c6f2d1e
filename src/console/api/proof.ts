import { type Challenge, PROOF } from '../../model/values/proof.ts'

/** Numbers tried between two looks at the page, where there are no workers. */
const SLICE = 2_000

/** A solved challenge, as sign-in sends it. */
export interface Proof {
  readonly key: string
  readonly code: string
}

const byWorker = (challenge: Challenge): Promise<number> =>
  new Promise((done, fail) => {
    const worker = new Worker(new URL('./workWorker.ts', import.meta.url), { type: 'module' })
    const end = (run: () => void) => {
      worker.terminate()
      run()
    }
    worker.onmessage = (event: MessageEvent<number>) => end(() => done(event.data))
    worker.onerror = () => end(() => fail(new Error('no worker')))
    worker.postMessage(challenge)
  })

const inSlices = async (challenge: Challenge): Promise<number> => {
  const { search } = await import('./work.ts')
  for (let from = 0; ; from += SLICE) {
    const nonce = search(challenge, from, SLICE)
    if (nonce !== null) return nonce
    await new Promise((go) => setTimeout(go))
  }
}

/** Does the work: in a worker, else in slices that leave the page alive. */
export async function solve(challenge: Challenge): Promise<Proof> {
  const nonce = await (typeof Worker === 'undefined'
    ? inSlices(challenge)
    : byWorker(challenge).catch(() => inSlices(challenge)))
  return { key: challenge.key, code: `${PROOF}${nonce}` }
}

/** For whom a challenge is asked; the work can be more for an account that is being guessed at. */
export interface Named {
  readonly tenantId: string
  readonly account: string
}

export interface ProofParts {
  /** Asks the server; null = it wants none. */
  readonly ask: (who: Named | null) => Promise<Challenge | null>
  readonly solve: (challenge: Challenge) => Promise<Proof>
  readonly now: () => number
}

/** A challenge is good for two minutes; one older than this, ms, is not worth sending any more. */
export const FRESH = 90_000

/** Proofs are made ahead: while the person types, so that Enter finds one ready. */
export function createProofs({ ask, solve, now }: ProofParts) {
  let made: { readonly at: number; readonly proof: Promise<Proof | null> } | null = null

  const start = (who: Named | null) => {
    const at = now()
    const proof = ask(who).then((challenge) => (challenge ? solve(challenge) : null))
    const mine = { at, proof }
    made = mine
    // a failed proof is computed again when it is needed, and reports its error then
    proof.catch(() => {
      if (made === mine) made = null
    })
    return mine
  }
  const good = () => (made && now() - made.at < FRESH ? made : null)

  return {
    /** Starts computing a proof unless a valid one exists or is being computed. */
    prepare(who: Named | null = null): void {
      if (!good()) start(who)
    },
    /** The proof to send, waited for; null where none is wanted. Each is given out once. */
    async take(who: Named | null = null): Promise<Proof | null> {
      const mine = good() ?? start(who)
      const proof = await mine.proof
      if (proof && made === mine) made = null
      return proof
    },
    /** Drops the computed proof, because the server demands another one. */
    drop(): void {
      made = null
    },
  }
}
