import { crc32 } from 'node:zlib'

// The place where a photograph or film was taken, which phones write beside it, is blanked where it stands; everything else stays as
// it came, how the camera was held and when among it.

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = Buffer.from('http://ns.adobe.com/x', 'latin1')
/** The tag that leads to the position, and the sizes of what the types of entries hold (TIFF 6.0). */
const GPS = 0x8825
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/** An entry of a directory, bytes. */
const ENTRY = 12

/** Blanks the directory of the position in the block of Exif (a TIFF). */
function blankTiff(tiff: Buffer): boolean {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  if (tiff.length < 8 || !(little || tiff.toString('latin1', 0, 2) === 'MM')) return false
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const entries = (at: number) => Array.from({ length: Math.min(u16(at), 1_000) }, (_, n) => at + 2 + n * ENTRY)
  let blanked = false
  const blank = (directory: number) => {
    for (const at of entries(directory)) {
      const [bytes, from] = [(SIZES[u16(at + 2)] ?? 8) * u32(at + 4), u32(at + 8)]
      if (bytes > 4 && from < tiff.length) tiff.fill(0, from, Math.min(from + bytes, tiff.length))
    }
    tiff.fill(0, directory, Math.min(directory + 2 + entries(directory).length * ENTRY, tiff.length))
    blanked = true
  }
  // the picture's own directory, and that of its small copy
  let directory = u32(4)
  for (let n = 0; n < 2 && directory >= 8 && directory < tiff.length; n++) {
    const found = entries(directory)
    for (const at of found) if (u16(at) === GPS && u32(at + 8) < tiff.length && u32(at + 8) >= 8) blank(u32(at + 8))
    directory = u32(directory + 2 + found.length * ENTRY)
  }
  return blanked
}

/** Blanks what a pattern finds in a part of a file, but for its first group. */
function blankText(part: Buffer, pattern: RegExp): boolean {
  let blanked = false
  for (const found of part.toString('latin1').matchAll(pattern)) {
    part.fill(' ', found.index + (found[1]?.length ?? 0), found.index + found[0].length)
    blanked = true
  }
  return blanked
}

/** The same of what XMP says, in attributes and in elements. */
const blankXmp = (xmp: Buffer): boolean =>
  [/(exif:GPS\w+\s*=\s*["'])[^"']*/g, /(<exif:GPS\w+[^>]*>)[^<]*/g].filter((p) => blankText(xmp, p)).length > 0

/** The same of the segments of a JPEG that stand before its points. */
function blankJpeg(bytes: Buffer): boolean {
  let blanked = false
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xda || marker === 0xd9) break
    else {
      const length = bytes.readUInt16BE(at + 2)
      const data = bytes.subarray(at + 4, at + 2 + length)
      if (marker === 0xe1 && data.subarray(0, EXIF.length).equals(EXIF))
        blanked = blankTiff(data.subarray(EXIF.length)) || blanked
      if (marker === 0xe1 && data.subarray(0, XMP.length).equals(XMP)) blanked = blankXmp(data) || blanked
      at += 2 + length
    }
  }
  return blanked
}

/** The same of the parts of a PNG; their check sums follow. */
function blankPng(bytes: Buffer): boolean {
  let blanked = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, end)
    if ((type === 'eXIf' && blankTiff(data)) || (type === 'iTXt' && blankXmp(data))) {
      bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end)
      blanked = true
    }
    at = end + 4
  }
  return blanked
}

/** The same of the description of a film (`moov`), where a position is a text of ISO 6709, such as `+39.9042+116.4074/`. */
function blankFilm(bytes: Buffer): boolean {
  let blanked = false
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    // 1: a length of eight bytes follows; anything else below 8: to the end of the file
    const long = size === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.length
    const end = Math.min(size >= 8 ? at + size : at + long, bytes.length)
    if (end <= at) break
    if (bytes.toString('latin1', at + 4, at + 8) === 'moov')
      blanked = blankText(
        bytes.subarray(at, end),
        /()[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?\//g,
      )
    at = end
  }
  return blanked
}

const BY_EXTENSION: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  jpg: blankJpeg,
  png: blankPng,
  mp4: blankFilm,
}

/** Kinds of files that may say where they were taken. */
export const mayHoldPlace = (extension: string): boolean => Object.hasOwn(BY_EXTENSION, extension)

/**
 * Overwrites the place where a picture or film was taken; returns whether there was one. Unreadable files stay
 * unchanged.
 */
export const blankPlace = (extension: string, bytes: Buffer): boolean => BY_EXTENSION[extension]?.(bytes) ?? false
