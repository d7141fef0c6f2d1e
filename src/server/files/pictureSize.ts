/** Facts in the head of a picture. */
export interface PictureSize {
  readonly width: number
  readonly height: number
  /** Bytes that its points unpack to. */
  readonly unpacked: number
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Values of a point, by the colour type of a PNG. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 29 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const channels = CHANNELS[bytes.readUInt8(25)]
  if (channels === undefined || width === 0 || height === 0) return null
  return { width, height, unpacked: Math.ceil((width * channels * bytes.readUInt8(24)) / 8) * height }
}

/** Markers of JPEG that begin a frame: C0 to CF but for tables (C4), the extension (C8) and arithmetic conditions (CC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers that stand alone: without a length. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else if (isFrame(marker)) {
      if (at + 10 > bytes.length) return null
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return width === 0 || height === 0 ? null : { width, height, unpacked: width * height * bytes.readUInt8(at + 9) }
    } else if (marker === 0xd9 || marker === 0xda) return null
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The size of a JPEG or PNG, read from its head: nothing is unpacked. Null where it does not say one. */
export function pictureSize(bytes: Buffer): PictureSize | null {
  if (bytes.subarray(0, 8).equals(PNG)) return pngSize(bytes)
  return bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes) : null
}
