import './list/words.ts'
import { useCallback, useRef } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { useWords } from '../i18n/index.ts'
import { RecordPane } from '../record/RecordPane.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { QueueModel } from './list/queueModel.ts'
import { useAhead } from './useAhead.ts'
import { usePreviewRow } from './usePreviewRow.ts'

interface PreviewProps {
  readonly model: QueueModel
  readonly of: Resource
  readonly section: string
  onSection(code: string): void
  onOpen(row: WireRow): void
  readonly width: number | null
  readonly onBack: (() => void) | null
}

/** The record under the cursor. A plain region and not a dialog, so that the keys of the list keep working. */
export function Preview({ model, of, section, onSection, onOpen, width, onBack }: PreviewProps) {
  const { t } = useWords()
  const row = usePreviewRow(model)
  const near = useRef<readonly string[]>([])
  const onNear = useCallback((codes: readonly string[]) => {
    near.current = codes
  }, [])
  useAhead(model, of, row?.id, near)
  return (
    <section
      className="preview"
      aria-label={t('queueScreen.preview')}
      data-focus="detail"
      style={width === null ? undefined : { width, maxWidth: 'min(75%, max(300px, calc(100% - 320px)))' }}
    >
      {row ? (
        <RecordPane
          resource={of.id}
          id={row.id}
          row={row}
          compact
          lead={
            onBack && (
              <IconButton aria-label={t('queueScreen.back')} title={t('queueScreen.back')} onClick={onBack}>
                <Icon name="arrow-left" />
              </IconButton>
            )
          }
          section={section}
          onSection={onSection}
          onNear={onNear}
          onOpen={() => onOpen(row)}
        />
      ) : (
        <p className="nothing">{t('queueScreen.noPreview')}</p>
      )}
    </section>
  )
}
