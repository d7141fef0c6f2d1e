import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pointsProblem } from '../../../../src/model/language/fields/fileTypes.ts'
import { Aside } from '../../../../src/server/core/aside.ts'
import { drawn, type Paper } from '../../../../src/server/documents/paper.ts'
import { pictureSize } from '../../../../src/server/files/pictureSize.ts'
import { blankPlace } from '../../../../src/server/files/whereTaken.ts'
import { pngOf } from '../../../png.ts'
import { ROOT, sources } from '../../model/direction.ts'

/** A JPEG of this size as far as its head says: application data, a table of numbers, then the frame. */
const jpegOf = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, ...Array<number>(9).fill(0)])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const segment = (marker: number, length: number) =>
    Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), Buffer.alloc(length - 2, 0xc0)])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe1, 3000), segment(0xc4, 40), Buffer.from([0xff]), frame])
}

describe('the size of a picture', () => {
  it('is read from its head', () => {
    expect(pictureSize(pngOf(30_000, 20_000, 1))).toEqual({ width: 30_000, height: 20_000, unpacked: 2_400_000_000 })
    expect(pictureSize(jpegOf(640, 480))).toMatchObject({ width: 640, height: 480 })
    expect(pictureSize(jpegOf(65_000, 65_000))).toMatchObject({ width: 65_000, height: 65_000 })
    for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), pngOf(3, 3).subarray(0, 20), pngOf(0, 3)])
      expect(pictureSize(bytes)).toBeNull()
    expect(pictureSize(jpegOf(640, 480).subarray(0, 3000))).toBeNull()
  })

  it('is refused above fifty million points, and says how large it is', () => {
    for (const [width, height] of [
      [14_000, 14_000],
      [30_000, 30_000],
      [50_000_001, 1],
    ] as const)
      expect(pointsProblem(width, height)?.[0]).toContain(`${width}×${height}`)
    for (const [width, height] of [
      [1, 1],
      [8_192, 6_000],
    ] as const)
      expect(pointsProblem(width, height)).toBeNull()
  })
})

describe('where a picture was taken', () => {
  const POSITION = Buffer.from('POSITION')
  /** Exif with how the camera was held (1, 6) and a position of one value outside its directory. */
  const exif = (little: boolean): Buffer => {
    const tiff = Buffer.alloc(80)
    const u16 = (value: number, at: number) => (little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at))
    const u32 = (value: number, at: number) => (little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
    tiff.write(little ? 'II' : 'MM')
    u16(42, 2)
    u32(8, 4)
    const entry = (at: number, tag: number, type: number, count: number, value: number) => {
      u16(tag, at)
      u16(type, at + 2)
      u32(count, at + 4)
      u32(value, at + 8)
    }
    u16(2, 8)
    entry(10, 0x0112, 3, 1, 6)
    entry(22, 0x8825, 4, 1, 40)
    u16(1, 40)
    entry(42, 2, 5, 1, 60)
    POSITION.copy(tiff, 60)
    return tiff
  }
  const part = (marker: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
  const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="31,POSITION" exif:Make="K"/>')
  const jpeg = (little: boolean): Buffer =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      part(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(little)])),
      part(0xe1, xmp),
      jpegOf(640, 480).subarray(2),
    ])
  const png = (): Buffer => {
    const [whole, data] = [pngOf(4, 4), Buffer.concat([Buffer.from('eXIf'), exif(false)])]
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length - 4)
    sum.writeUInt32BE(crc32(data))
    return Buffer.concat([whole.subarray(0, 33), length, data, sum, whole.subarray(33)])
  }
  const film = (): Buffer => {
    const place = Buffer.from('\0\0\0\x26moov\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+31.2304+121.4737/', 'latin1')
    return Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'), place])
  }

  it('is blanked; everything else stays as it came', () => {
    for (const [name, extension, bytes] of [
      ['little', 'jpg', jpeg(true)],
      ['big', 'jpg', jpeg(false)],
      ['png', 'png', png()],
      ['film', 'mp4', film()],
    ] as const) {
      const before = Buffer.from(bytes)
      expect(blankPlace(extension, bytes), name).toBe(true)
      expect(bytes.length, name).toBe(before.length)
      expect(bytes.toString('latin1'), name).not.toMatch(/POSITION|31[.,]/)
      if (extension === 'jpg') {
        expect(pictureSize(bytes), name).toMatchObject({ width: 640, height: 480 })
        expect(bytes.toString('latin1')).toContain('exif:Make="K"')
        // how the camera was held: tag, type, count, value
        expect(bytes.subarray(22, 34).equals(before.subarray(22, 34)), name).toBe(true)
      }
      for (let cut = 0; cut < before.length; cut++) blankPlace(extension, Buffer.from(before.subarray(0, cut)))
    }
    const at = 33
    expect(crc32(png().subarray(at + 4, at + 88))).toBe(png().readUInt32BE(at + 88))
    const blanked = png()
    blankPlace('png', blanked)
    expect(crc32(blanked.subarray(at + 4, at + 88))).toBe(blanked.readUInt32BE(at + 88))
    expect(blankPlace('jpg', jpegOf(640, 480))).toBe(false)
    expect(blankPlace('pdf', film())).toBe(false)
  })
})

describe('a document', () => {
  const paper = (...pictures: Buffer[]): Paper => ({
    title: '图',
    code: 'X1',
    wide: false,
    parts: [
      { kind: 'pictures', title: '图', pictures: pictures.map((bytes) => ({ caption: '', attachId: '1', bytes })) },
    ],
  })

  it('holds its pictures, and is drawn without one that unpacks to more than it says', async () => {
    const [whole, none] = [await drawn(paper(pngOf(60, 40))), await drawn(paper())]
    const bomb = await drawn(paper(pngOf(60, 40, 200_000)))
    expect(whole.toString('latin1')).toContain('/SMask')
    for (const without of [bomb, none]) expect(without.toString('latin1')).not.toContain('/SMask')
  })
})

describe('what unpacks', () => {
  /** Modules that unpack bytes: readers of node, of workbooks and of pictures. */
  const UNPACKS =
    /\b(readXlsx|readOds|inflate\w*|gunzip\w*|unzip\w*|brotliDecompress\w*|create(Inflate|Gunzip|Unzip|BrotliDecompress)\w*)\s*\(|from 'pdfkit'|DecompressionStream/

  it('does so in a process whose memory is counted whole, in no thread: limits of a thread leave out buffers', () => {
    const found = sources('src/server').map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
    const unpacking = found.filter(([, text]) => UNPACKS.test(text))
    expect(unpacking.map(([file]) => file.split('/').at(-1)).sort()).toEqual(['paper.worker.mjs', 'sheet.worker.mjs'])
    for (const [file, text] of unpacking) expect(text, file).toMatch(/^watchMemory\(/m)
    expect(found.filter(([, text]) => text.includes('resourceLimits')).map(([file]) => file)).toEqual([])
  })
})

describe('a program beside the server', () => {
  const watch = new URL('../../../../src/server/core/memoryWatch.mjs', import.meta.url).href
  const file = join(mkdtempSync(join(tmpdir(), 'aside-')), 'program.mjs')
  writeFileSync(
    file,
    `
      import { watchMemory } from '${watch}'
      watchMemory(Number(process.argv[2]))
      process.on('disconnect', () => process.exit())
      process.on('message', ({ id, question }) => {
        const kept = []
        for (let n = 0; n < question; n += 1) kept.push(Buffer.alloc(1048576, 1))
        process.send({ id, value: kept.length })
      })`,
  )
  const program = pathToFileURL(file)

  it('ends when its buffers take more memory than it may, and answers anew afterwards', async () => {
    const aside = new Aside(program, { memoryMb: 200, answerTimeoutMs: 20_000, idleMs: 1000 })
    expect(await aside.ask(10)).toBe(10)
    await expect(aside.ask(100_000)).rejects.toThrow('too much memory')
    expect(await aside.ask(10)).toBe(10)
    aside.end()
  })

  it('ends when an answer takes too long', async () => {
    const aside = new Aside(program, { memoryMb: 4000, answerTimeoutMs: 100, idleMs: 1000 })
    await expect(aside.ask(2500)).rejects.toThrow('too long')
    aside.end()
  })
})
