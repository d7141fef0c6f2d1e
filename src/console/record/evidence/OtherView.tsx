import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { sizeText } from './sizeText.ts'
import { useAct, type ViewProps } from './view.ts'

const KNOWN: Readonly<Record<string, string>> = {
  ofd: 'evidence.ofd',
  xml: 'evidence.xml',
  doc: 'evidence.office',
  docx: 'evidence.office',
  ppt: 'evidence.office',
  pptx: 'evidence.office',
  xls: 'evidence.office',
}

/** File without a preview: its name and its download. */
export function OtherView({ file, handle }: ViewProps) {
  const { t } = useWords()
  useAct(handle, () => false)
  return (
    <div className="centre other">
      <Icon name="paperclip" size={40} />
      <strong>{file.name}</strong>
      <span>
        {file.extension.toUpperCase()} · {sizeText(file.size)}
      </span>
      <p>{t(KNOWN[file.extension] ?? 'evidence.unknown')}</p>
      <a href={file.link} download={file.name} target="_blank" rel="noreferrer">
        <Icon name="download" /> {t('evidence.download')}
      </a>
    </div>
  )
}
