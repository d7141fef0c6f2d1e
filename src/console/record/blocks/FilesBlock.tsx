import '../base/words.ts'
import { useQuery } from '@tanstack/react-query'
import { isPicture } from '../../../model/language/fields/fileTypes.ts'
import { isFileLink } from '../../../model/values/files.ts'
import { filesQuery } from '../../data/records.ts'
import { cellText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { openFile } from '../base/evidenceState.ts'
import type { BlockProps } from './blocks.tsx'

/** Files of a record: pictures small, everything by name; a click opens or downloads it. */
export function FilesBlock({ of, row, name, field }: BlockProps) {
  const { t, language } = useWords()
  const found = useQuery(filesQuery(of.id, row.id))
  const files = found.data?.[name]?.filter((f) => isFileLink(f.link))
  if (!files) {
    const counted = cellText(field, row[name], language)
    const closed = found.data !== undefined && Boolean(row[name])
    return <span>{closed ? t('recordPage.notYours', { files: counted }) : counted}</span>
  }
  return (
    <ul className="files">
      {files.map((f) => (
        <li key={f.id}>
          <a
            href={f.link}
            target="_blank"
            rel="noreferrer"
            aria-label={t('recordPage.showPicture', { name: f.name })}
            onClick={(e) => openFile(f.id, e) && e.preventDefault()}
          >
            {isPicture(f.extension) && <img src={f.link} alt="" loading="lazy" />}
            {f.name}
          </a>
        </li>
      ))}
    </ul>
  )
}
