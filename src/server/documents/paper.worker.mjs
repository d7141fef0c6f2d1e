// The process that draws documents (core/aside.ts): shaping and embedding of Chinese text takes longer than others may be kept
// waiting, and pictures take much memory. Plain JavaScript, so that it starts without a loader. Its second argument is the file of its font.
import { readFileSync } from 'node:fs'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { watchMemory } from '../core/memoryWatch.mjs'

const [, , memoryMb, fontPath] = process.argv
watchMemory(Number(memoryMb))

const FONT = readFileSync(fontPath)
const font = create(FONT)

const MARGIN = 40
/** Room for the page number below the text. */
const FOOT = 24
const [INK, GREY, LINE, SHADE] = ['#1f2937', '#6b7280', '#d1d5db', '#f3f4f6']
const [TITLE, HEADING, TEXT, CELL] = [16, 11, 9, 7.5]
const PADDING = 3
/** Between two pictures. */
const GAP = 12
const STAMP = '#c0392b'

const advances = new Map()
/** Width of a character at size 1. */
function advance(char) {
  let known = advances.get(char)
  if (known === undefined) {
    known = font.glyphForCodePoint(char.codePointAt(0)).advanceWidth / font.unitsPerEm
    advances.set(char, known)
  }
  return known
}

/** Characters without a glyph in the font are printed as their number, so that no content is lost. */
const printable = (text) =>
  [...text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ')]
    .map((char) =>
      char === '\n' || font.hasGlyphForCodePoint(char.codePointAt(0))
        ? char
        : `〔U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}〕`,
    )
    .join('')

const widthOf = (text, size) => {
  let width = 0
  for (const char of text) width += advance(char) * size
  return width
}

/** Where a full line may end before `next`: words and numbers stay whole where a line has something before them. */
function endOf(line, next) {
  if (!/[\p{L}\p{N}.,%+〕-]/u.test(next) || /\p{Script=Han}/u.test(next)) return line.length
  const word = /[A-Za-z0-9.,%_+〔-]+$/.exec(line)
  return word && word.index > 0 ? word.index : line.length
}

/** The lines of a text in a column. */
function linesOf(text, width, size) {
  const lines = []
  for (const paragraph of printable(text).split('\n')) {
    let line = ''
    let used = 0
    for (const char of paragraph) {
      const more = advance(char) * size
      if (used + more > width && line !== '') {
        const end = endOf(line, char)
        lines.push(line.slice(0, end).trimEnd())
        line = line.slice(end).trimStart()
        used = widthOf(line, size)
      }
      line += char
      used += more
    }
    lines.push(line)
  }
  return lines
}

/** Throws where a PNG that has to be unpacked would unpack to more than its head says, or not at all. */
function refuseLargerThanDeclared(png) {
  const interlaced = png.interlaceMethod === 1
  if (!png.hasAlphaChannel && !png.transparency.indexed && !interlaced) return
  const row = Math.ceil((png.width * png.pixelBitlength) / 8) + 1
  // an interlaced one has seven smaller pictures, each with rows of its own
  inflateSync(png.imgData, { maxOutputLength: (interlaced ? 2 : 1) * (row + 1) * (png.height + 1) })
}

class Drawing {
  constructor(paper) {
    const doc = new PDFDocument({
      size: 'A4',
      layout: paper.wide ? 'landscape' : 'portrait',
      margin: MARGIN,
      bufferPages: true,
      lang: 'zh-CN',
      info: { Title: paper.title, CreationDate: new Date(0) },
    })
    // the same record is the same bytes, whenever it is drawn: no date, here or in the other metadata (pdfkit is pinned)
    delete doc.info.CreationDate
    doc.endMetadata = () => undefined
    doc.registerFont('text', FONT)
    doc.font('text')
    this.doc = doc
    this.paper = paper
    this.y = MARGIN
    this.room = doc.page.width - 2 * MARGIN
    this.bottom = doc.page.height - MARGIN - FOOT
  }

  turn() {
    this.doc.addPage()
    this.y = MARGIN
  }

  write(text, x, y, size, color = INK) {
    if (text === '') return
    this.doc.fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false })
  }

  paragraph(text, size, color, centred = false) {
    for (const line of linesOf(text, this.room, size)) {
      if (this.y + size * 1.5 > this.bottom) this.turn()
      const x = centred ? MARGIN + (this.room - widthOf(line, size)) / 2 : MARGIN
      this.write(line, x, this.y, size, color)
      this.y += size * 1.6
    }
  }

  heading(text) {
    if (this.y + 60 > this.bottom) this.turn()
    this.y += 10
    this.paragraph(text, HEADING, INK)
    this.y += 2
  }

  /** Table rows below one another; a row taller than the rest of the page continues on the next page. */
  grid(columns, rows, { size, heads = null }) {
    const total = columns.reduce((sum, c) => sum + c.width, 0)
    const widths = columns.map((c) => (c.width / total) * this.room)
    const leading = size * 1.45
    const linesIn = (cells) => cells.map((cell, n) => linesOf(cell, widths[n] - 2 * PADDING, size))
    const header = heads && linesIn(heads)
    const draw = (cells, from, count, { shaded = false } = {}) => {
      const height = count * leading + 2 * PADDING
      if (shaded) this.doc.rect(MARGIN, this.y, this.room, height).fill(SHADE)
      let x = MARGIN
      for (const [n, lines] of cells.entries()) {
        const { right = false, pale = false } = columns[n]
        for (let k = 0; k < count; k++) {
          const line = lines[from + k] ?? ''
          const at = right ? x + widths[n] - PADDING - widthOf(line, size) : x + PADDING
          this.write(line, at, this.y + PADDING + k * leading, size, pale || shaded ? GREY : INK)
        }
        x += widths[n]
      }
      this.y += height
      this.doc
        .moveTo(MARGIN, this.y)
        .lineTo(MARGIN + this.room, this.y)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke()
    }
    const tallest = (cells) => Math.max(1, ...cells.map((lines) => lines.length))
    const head = () => header && draw(header, 0, tallest(header), { shaded: true })
    const fits = (count) => this.y + count * leading + 2 * PADDING <= this.bottom
    head()
    for (const row of rows) {
      const cells = linesIn(row)
      const height = tallest(cells)
      const whole = this.bottom - MARGIN - (header ? tallest(header) * leading + 2 * PADDING : 0)
      if (!fits(height) && height * leading + 2 * PADDING <= whole) {
        this.turn()
        head()
      }
      for (let from = 0; from < height; ) {
        if (!fits(1)) {
          this.turn()
          head()
        }
        const left = Math.floor((this.bottom - this.y - 2 * PADDING) / leading)
        const count = Math.max(1, Math.min(height - from, left))
        draw(cells, from, count)
        from += count
      }
    }
  }

  /** Pictures, two in a row, each within the same room; in place of one that cannot be drawn stands why. */
  async pictures(pictures) {
    const [width, height] = [(this.room - GAP) / 2, 150]
    for (let n = 0; n < pictures.length; n += 2) {
      if (this.y + height + 20 > this.bottom) this.turn()
      for (const [k, { caption, bytes, missing }] of pictures.slice(n, n + 2).entries()) {
        const x = MARGIN + k * (width + GAP)
        this.write(printable(caption), x, this.y, CELL, GREY)
        const top = this.y + 14
        this.doc.rect(x, top, width, height).lineWidth(0.5).strokeColor(LINE).stroke()
        const why = bytes ? await this.picture(bytes, x, top, width, height) : missing
        if (why) this.write(why, x + (width - widthOf(why, TEXT)) / 2, top + height / 2 - TEXT, TEXT, GREY)
      }
      this.y += height + 24
    }
  }

  /** Draws a picture into a room; answers why it cannot. */
  async picture(bytes, x, y, width, height) {
    try {
      const inner = { fit: [width - 2 * PADDING, height - 2 * PADDING], align: 'center', valign: 'center' }
      const picture = this.doc.openImage(Buffer.from(bytes))
      if (picture.image) refuseLargerThanDeclared(picture.image)
      this.doc.image(picture, x + PADDING, y + PADDING, inner)
      // pictures are unpacked one by one: a PNG frees its buffer afterwards
      while (picture.image) await turnOfOthers()
      return undefined
    } catch {
      return '图片无法读取'
    }
  }

  facts(pairs) {
    const rows = []
    for (let n = 0; n < pairs.length; n += 2) rows.push([...pairs[n], ...(pairs[n + 1] ?? ['', ''])])
    const [name, value] = [{ width: 1, pale: true }, { width: 2 }]
    this.grid([name, value, name, value], rows, { size: TEXT })
  }

  numbers() {
    const { start, count } = this.doc.bufferedPageRange()
    for (let n = start; n < start + count; n++) {
      this.doc.switchToPage(n)
      // below the margin: otherwise it would begin another page
      this.doc.page.margins.bottom = 0
      const text = `第 ${n - start + 1} / ${count} 页`
      const y = this.doc.page.height - MARGIN - 6
      this.write(text, MARGIN + this.room - widthOf(text, CELL), y, CELL, GREY)
      this.write(printable(this.paper.code), MARGIN, y, CELL, GREY)
      if (this.paper.stamp) this.stamp(this.paper.stamp.map(printable))
    }
  }

  /** A stamp in the upper corner of the page: lines in a double frame. */
  stamp(lines) {
    const width = Math.max(...lines.map((line) => widthOf(line, TEXT))) + 4 * PADDING
    const height = lines.length * TEXT * 1.5 + 4 * PADDING
    const [x, y] = [MARGIN + this.room - width, MARGIN / 2]
    this.doc.lineWidth(1).strokeColor(STAMP).rect(x, y, width, height).stroke()
    this.doc
      .lineWidth(0.5)
      .rect(x + 2, y + 2, width - 4, height - 4)
      .stroke()
    for (const [n, line] of lines.entries())
      this.write(line, x + (width - widthOf(line, TEXT)) / 2, y + 2 * PADDING + n * TEXT * 1.5, TEXT, STAMP)
  }

  async bytes() {
    const chunks = []
    const ended = new Promise((done, failed) => {
      this.doc.on('data', (chunk) => chunks.push(chunk))
      this.doc.on('end', done)
      this.doc.on('error', failed)
    })
    this.paragraph(this.paper.title, TITLE, INK, true)
    this.paragraph(this.paper.code, TEXT, GREY, true)
    for (const part of this.paper.parts) {
      this.heading(part.title)
      if (part.kind === 'facts') this.facts(part.pairs)
      else if (part.kind === 'clauses') for (const paragraph of part.paragraphs) this.paragraph(paragraph, TEXT, INK)
      else if ((part.rows ?? part.pictures).length === 0) this.paragraph('—', TEXT, GREY)
      else if (part.kind === 'pictures') await this.pictures(part.pictures)
      else this.grid(part.columns, part.rows, { size: CELL, heads: part.columns.map((c) => c.title) })
    }
    this.numbers()
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }
}

/** Documents are drawn one after the other: the memory is that of one. */
let turn = Promise.resolve()
process.on('message', ({ id, question }) => {
  turn = turn.then(async () => {
    try {
      process.send({ id, value: await new Drawing(question).bytes() })
    } catch (e) {
      process.send({ id, error: e instanceof Error ? e.message : String(e) })
    }
  })
})
// nobody is left to draw for
process.on('disconnect', () => process.exit())
