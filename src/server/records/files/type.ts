import { fileTypeFromFile } from 'file-type'
import { FILE_TYPES } from '../../../model/kernel/fileTypes.ts'

/**
 * Office files of before 2007 are one container; which of them it is, only the name says. They are never run or shown.
 */
const OLD_OFFICE = ['doc', 'xls', 'ppt']

/**
 * The extension that the content of a file has, null for what may not be uploaded: texts, markup, pictures made of
 * markup (SVG), programs. `name` decides among old office files alone.
 */
export async function extensionIn(path: string, name: string): Promise<string | null> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (!found) return null
  if (found.ext === 'cfb') {
    const said = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return OLD_OFFICE.includes(said) ? said : null
  }
  return Object.hasOwn(FILE_TYPES, found.ext) ? found.ext : null
}
