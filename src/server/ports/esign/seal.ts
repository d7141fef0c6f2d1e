import { renderAsync } from '@resvg/resvg-js'
import { fontFile } from '../../core/text/fonts.ts'

/** Side of the picture in its own units; it is drawn at twice that many pixels. */
const SIDE = 160
const RED = '#c0392b'

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const plain = (text: string): string => text.replace(/[&<>"']/g, (char) => MARKUP[char] ?? '')

/** A round seal with a text across, as SVG. Pure. */
export const sealSvg = (hText: string): string => {
  const size = Math.min(24, Math.floor((SIDE - 40) / Math.max(1, [...hText].length)))
  const [middle, radius] = [SIDE / 2, SIDE / 2 - 6]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}"><circle cx="${middle}" cy="${middle}" r="${radius}" fill="none" stroke="${RED}" stroke-width="4"/><path d="M80 26l5 15h16l-13 10 5 15-13-9-13 9 5-15-13-10h16z" fill="${RED}"/><text x="${middle}" y="${middle + 32}" text-anchor="middle" font-family="Noto Sans S Chinese" font-size="${size}" font-weight="700" fill="${RED}">${plain(hText)}</text></svg>`
}

/** The picture of a seal (PNG): what is kept of an SVG, which could hold more than a picture. */
export const sealPicture = async (hText: string): Promise<Buffer> =>
  (
    await renderAsync(sealSvg(hText), {
      fitTo: { mode: 'zoom', value: 2 },
      font: { fontFiles: [fontFile('Bold')], loadSystemFonts: false },
    })
  ).asPng()
