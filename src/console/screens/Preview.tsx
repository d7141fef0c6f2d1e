import styled from 'styled-components'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Screen } from '../ui/Screen.tsx'

/** The place where files of other systems are looked at. Ours are shown beside their records. */
export function Preview() {
  const { t } = useWords()
  return (
    <Screen title={t('shell.preview')} ready>
      <Empty>
        <Icon name="eye" size={28} />
        <p>{t('shell.previewHint')}</p>
      </Empty>
    </Screen>
  )
}

const Empty = styled.div`
  padding: 48px 16px;
  display: grid;
  justify-items: center;
  gap: 8px;
  color: var(--text-3);
  text-align: center;
`
