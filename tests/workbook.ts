import { crc32 } from 'node:zlib'

/** Files of a zip as they are, nothing packed: a workbook is written by hand where a library would tidy it. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)]
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt32LE(crc32(body), 10)
    head.writeUInt32LE(body.length, 14)
    head.writeUInt32LE(body.length, 18)
    head.writeUInt16LE(name.length, 22)
    const there = Buffer.alloc(16)
    there.writeUInt32LE(at, 12)
    const part = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name, body])
    local.push(part)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), head, there.subarray(2), name]))
    at += part.length
  }
  const contents = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(contents.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, contents, end])
}

/** A sheet written by hand: its rows as XML, what stands before and behind them. */
export interface HandSheet {
  readonly name: string
  readonly rows: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly before?: string
  readonly behind?: string
}

/** Cells of a row from A on: texts; XML as it is where it begins with `<`, `@` standing for the place; null for none. */
export const rowOf = (n: number, cells: readonly (string | null)[], more = ''): string =>
  `<row r="${n}"${more}>${cells
    .map((cell, at) => {
      const ref = `${String.fromCharCode(65 + at)}${n}`
      if (cell === null) return ''
      return cell.startsWith('<')
        ? cell.replace('@', ref)
        : `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`
    })
    .join('')}</row>`

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook of such sheets. `formats`: codes of number formats, of styles 1, 2, … */
export function handWorkbook(
  sheets: readonly HandSheet[],
  formats: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const codes = formats.map((f, n) => `<numFmt numFmtId="${n + 164}" formatCode="${f.replaceAll('"', '&quot;')}"/>`)
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets
      .map((_, n) => `<Relationship Id="rId${n + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`)
      .join('')}<Relationship Id="s" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, n) => `<xf numFmtId="${n + 164}" applyNumberFormat="1"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, before = '', behind = '' }, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
      ]),
    ),
    ...more,
  })
}
