import { crc32 } from 'node:zlib'

/** A file of an archive: its name, folders before it with `/`. */
export interface Zipped {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The day that archives say their files are of (1980-01-01): the same files are the same bytes. */
const DAY = 0x21
/** Names are UTF-8. */
const UTF8 = 0x0800

/** Files as one archive, stored as they are: pictures are packed already. Below 4 GB. Pure. */
export function zipOf(files: readonly Zipped[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of files) {
    const called = Buffer.from(name, 'utf8')
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(UTF8, 2)
    facts.writeUInt16LE(DAY, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(called.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, called)
    const head = [Buffer.from('PK\x03\x04', 'latin1'), facts, called, Buffer.from(bytes)]
    parts.push(...head)
    at += head.reduce((sum, part) => sum + part.length, 0)
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
