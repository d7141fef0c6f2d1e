import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockFolder } from '../../../src/server/database/embedded/lock.ts'
import { newFolder } from '../../server/harness.ts'
import { sentence } from '../../server/sentence.ts'

/**
 * A process that takes the lock of each folder as its `go` file appears, says who won, and holds on until it is killed.
 */
const contender = (folders: readonly string[]) => {
  const script = `import { existsSync, writeFileSync } from 'node:fs'
import { lockFolder } from ${JSON.stringify(new URL('../../../src/server/database/embedded/lock.ts', import.meta.url).href)}
for (const folder of ${JSON.stringify(folders)}) {
  writeFileSync(folder + '/ready-' + process.pid, '')
  while (!existsSync(folder + '/go')) {}
  const won = await lockFolder(folder, 0).then(() => true, () => false)
  writeFileSync(folder + '/' + (won ? 'won' : 'lost') + '-' + process.pid, '')
}
setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const seen = async (what: () => boolean) => {
  for (const end = Date.now() + 50_000; !what() && Date.now() < end; ) await new Promise((r) => setTimeout(r, 10))
  expect(what()).toBe(true)
}

describe('the lock of a data folder', () => {
  it('is had by one, given back, and the folder is made with its parents', async () => {
    const folder = join(newFolder(), 'deep', 'data')
    const release = await lockFolder(folder)
    await expect(lockFolder(folder, 0)).rejects.toThrow(
      `The data folder ${folder} is in use by another process (pid ${process.pid})`,
    )
    release()
    const again = await lockFolder(folder, 0)
    release() // once given back, it gives nothing back any more
    expect(readdirSync(folder)).toEqual(['lock'])
    again()
    expect(readdirSync(folder)).toEqual([])
  })

  it('left by a dead process is taken over, also when its number is used again', async () => {
    const folder = newFolder()
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const holder of [
      { pid: dead, born: '1', host: hostname() },
      { pid: process.pid, born: '1', host: hostname() },
    ]) {
      writeFileSync(join(folder, 'lock'), JSON.stringify(holder))
      ;(await lockFolder(folder, 0))()
      expect(readdirSync(folder)).toEqual([])
    }
  })

  it('of a running process on another machine is respected while it is renewed', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, born: '1', host: 'elsewhere' }))
    await expect(lockFolder(folder, 0)).rejects.toThrow('in use')
    utimesSync(join(folder, 'lock'), 0, 0)
    ;(await lockFolder(folder, 0))()
  })

  it('cannot be had where nothing may be written: one sentence', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await sentence(lockFolder(join(file, 'data')))).toContain('cannot be written')
  })

  it('is not blocked by files without a name that a full disk left: neither the lock itself nor its taking', async () => {
    const dead = { pid: spawnSync(process.execPath, ['-e', '']).pid, born: '1', host: hostname(), nonce: 'before' }
    for (const left of ['lock', 'lock.taking', 'lock.before']) {
      const folder = newFolder()
      writeFileSync(join(folder, 'lock'), JSON.stringify(dead))
      writeFileSync(join(folder, left), '')
      const release = await lockFolder(folder, 20_000)
      await expect(lockFolder(folder, 0)).rejects.toThrow(`(pid ${process.pid})`)
      release()
      expect(existsSync(join(folder, 'lock'))).toBe(false)
    }
  })

  it('whose taking was cut short by a crash is taken by the next, however often that happened', async () => {
    const folder = newFolder()
    const dead = (nonce: string) =>
      JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, born: '1', host: hostname(), nonce })
    writeFileSync(join(folder, 'lock'), dead('a'))
    writeFileSync(join(folder, 'lock.a'), dead('b'))
    writeFileSync(join(folder, 'lock.a.b'), dead('c'))
    const release = await lockFolder(folder, 0)
    expect(readdirSync(folder)).toEqual(['lock'])
    release()
    // a running process is taking it: not now
    writeFileSync(join(folder, 'lock'), dead('a'))
    writeFileSync(join(folder, 'lock.a'), JSON.stringify({ pid: process.pid, born: '', host: hostname(), nonce: 'b' }))
    await expect(lockFolder(folder, 0)).rejects.toThrow('in use')
  })

  it('held by a process that is ending is waited for: two seconds where nothing else is said', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'go'), '')
    const child = contender([folder])
    await seen(() => existsSync(join(folder, `won-${child.pid}`)))
    const began = Date.now()
    expect(await sentence(lockFolder(folder))).toContain(`is in use by another process (pid ${child.pid})`)
    expect(Date.now() - began).toBeGreaterThanOrEqual(2_000)
    const taken = lockFolder(folder, 20_000)
    child.kill('SIGKILL')
    ;(await taken)()
  }, 240_000)

  it('is had by exactly one of several that take it over at the same moment', async () => {
    const root = newFolder()
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const folders = Array.from({ length: 12 }, (_, n) => join(root, String(n)))
    for (const folder of folders) {
      mkdirSync(folder)
      writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: dead, born: '1', host: hostname(), nonce: 'x' }))
      writeFileSync(join(folder, 'lock.x'), JSON.stringify({ pid: dead, born: '1', host: hostname(), nonce: 'y' }))
    }
    const children = [contender(folders), contender(folders), contender(folders)]
    for (const folder of folders) {
      await seen(() => children.every((c) => existsSync(join(folder, `ready-${c.pid}`))))
      writeFileSync(join(folder, 'go'), '')
      await seen(() =>
        children.every((c) => existsSync(join(folder, `won-${c.pid}`)) || existsSync(join(folder, `lost-${c.pid}`))),
      )
      const winners = children.filter((c) => existsSync(join(folder, `won-${c.pid}`)))
      // who meets the others in the middle of it may give up: with patience it would look again
      expect(winners.length).toBeLessThanOrEqual(1)
      if (winners[0])
        expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: winners[0].pid })
    }
    expect(folders.filter((f) => readdirSync(f).some((name) => name.startsWith('won-'))).length).toBeGreaterThan(0)
  }, 240_000)
})
