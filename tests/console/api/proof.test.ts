import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createProofs, FRESH, type Named, type Proof, solve } from '../../../src/console/api/proof.ts'
import { search } from '../../../src/console/api/work.ts'
import { type Challenge, PROOF, proofText, zeroBits } from '../../../src/model/values/proof.ts'

const hash = (c: Challenge, nonce: number) => createHash('sha256').update(proofText(c, nonce)).digest()

describe('the work', () => {
  it.each([0, 4, 10, 13])('of %i bits is the first number that solves it, by another SHA-256', (bits) => {
    const challenge = { key: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', salt: 'c2FsdHNh', bits }
    const found = search(challenge, 0, 1_000_000) ?? -1
    expect(zeroBits(hash(challenge, found))).toBeGreaterThanOrEqual(bits)
    for (let n = 0; n < found; n++) expect(zeroBits(hash(challenge, n))).toBeLessThan(bits)
  })
  it('ends when its numbers are used up, and goes on from where it was', () => {
    const challenge = { key: 'k', salt: 's', bits: 12 }
    const found = search(challenge, 0, 1_000_000) ?? 0
    expect(search(challenge, 0, found)).toBeNull()
    expect(search(challenge, found, 1)).toBe(found)
  })
  it('is done without a worker too', async () => {
    const challenge = { key: 'k', salt: 's', bits: 12 }
    const { key, code } = await solve(challenge)
    expect(key).toBe('k')
    expect(zeroBits(hash(challenge, Number(code.slice(PROOF.length))))).toBeGreaterThanOrEqual(12)
  })
})

describe('proofs made ahead', () => {
  const desk = (wanted = true) => {
    const seen = { now: 0, asked: [] as (Named | null)[], fail: false }
    const proofs = createProofs({
      ask: async (who) => {
        seen.asked.push(who)
        if (seen.fail) throw new Error('gone')
        return wanted ? { key: `k${seen.asked.length}`, salt: 's', bits: 1 } : null
      },
      solve: async (c): Promise<Proof> => ({ key: c.key, code: `${PROOF}1` }),
      now: () => seen.now,
    })
    return { proofs, seen }
  }
  it('are asked for once while one types, and given out once', async () => {
    const { proofs, seen } = desk()
    for (let i = 0; i < 5; i++) proofs.prepare()
    expect((await proofs.take())?.key).toBe('k1')
    expect((await proofs.take())?.key).toBe('k2')
    expect(seen.asked).toEqual([null, null])
  })
  it('are made anew when they grew old', async () => {
    const { proofs, seen } = desk()
    proofs.prepare()
    seen.now = FRESH - 1
    proofs.prepare()
    expect(seen.asked).toHaveLength(1)
    seen.now = FRESH
    proofs.prepare()
    expect((await proofs.take())?.key).toBe('k2')
  })
  it('for an account, after what was made is dropped', async () => {
    const { proofs, seen } = desk()
    proofs.prepare()
    proofs.drop()
    const who = { tenantId: '1', account: 'a' }
    expect((await proofs.take(who))?.key).toBe('k2')
    expect(seen.asked).toEqual([null, who])
  })
  it('fail silently ahead of need, and say so when needed', async () => {
    const { proofs, seen } = desk()
    seen.fail = true
    proofs.prepare()
    await expect(proofs.take()).rejects.toThrow('gone')
    seen.fail = false
    expect((await proofs.take())?.key).toMatch(/^k/)
  })
  it('that are not wanted are not asked for again and again', async () => {
    const { proofs, seen } = desk(false)
    expect([await proofs.take(), await proofs.take()]).toEqual([null, null])
    expect(seen.asked).toHaveLength(1)
  })
})
