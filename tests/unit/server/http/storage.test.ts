import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/server/core/errors.ts'
import { storageProblem, storageRefused } from '../../../../src/server/core/storage.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'rounds-'))

describe('a data folder', () => {
  it('that takes files has no problem, is made where it is not there, and nothing is left in it', () => {
    const dir = join(folder(), 'new', 'data')
    expect(storageProblem(dir)).toBeNull()
    expect(readdirSync(join(dir, 'oss')).filter((name) => name.startsWith('.probe'))).toEqual([])
  })

  it('below a file is told of', () => {
    const dir = folder()
    writeFileSync(join(dir, 'file'), '')
    expect(storageProblem(join(dir, 'file', 'data'))?.[1]).toBe('a part of the path is no folder')
  })

  it.runIf(existsSync('/proc/self'))('where nothing can be made is told of at once', () => {
    expect(storageProblem('/proc/x/data')).not.toBeNull()
  })
})

describe('an error of the disk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EXDEV', 'ENOENT', 'EIO'])(
    '%s is a refusal with a sentence',
    (code) => {
      const refused = storageRefused(Object.assign(new Error(code), { code }))
      expect(refused).toBeInstanceOf(AppError)
      expect(refused).toMatchObject({ code: 507, text: [expect.stringContaining('文件无法保存'), expect.any(String)] })
    },
  )

  it('and any other error stays what it is', () => {
    const other = new Error('x')
    expect(storageRefused(other)).toBe(other)
  })
})
