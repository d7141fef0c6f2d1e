import { useEffect } from 'react'
import styled from 'styled-components'
import { useWords } from '../i18n/index.ts'
import { firstShapes } from '../theme/firstShapes.ts'
import { Drawing } from '../ui/Drawing.tsx'

const Box = styled.main`
  height: 100%;
  overflow: auto;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  padding: 24px;
  text-align: center;
  color: var(--text-2);
  & > svg { color: var(--text-3); margin-bottom: 4px; }
  & > h1 { font-size: 17px; color: var(--text); }
  & > a { margin-top: 10px; }
`

/** Pages 404, 403 and 500. `alone` = outside the layout, without a signed-in user. */
export function Lost({
  what,
  alone = false,
}: {
  readonly what: 'notFound' | 'forbidden' | 'broken'
  readonly alone?: boolean
}) {
  const { t } = useWords()
  const title = t(`shell.${what}`)
  useEffect(() => {
    document.title = `${title} · Rounds`
  }, [title])
  return (
    <Box id="content" data-ready="" tabIndex={-1}>
      <Drawing
        d={firstShapes[what === 'notFound' ? 'search' : what === 'forbidden' ? 'lock' : 'alert-triangle']}
        size={32}
      />
      <h1>{title}</h1>
      <p>{t(`shell.${what}Hint`)}</p>
      <a href={alone ? '/login' : '/'}>{t('shell.goHome')}</a>
    </Box>
  )
}
