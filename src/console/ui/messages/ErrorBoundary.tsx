import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { report } from '../../api/report.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'

interface Props {
  /** A new place is a new chance. */
  readonly place: string
  /** Kind of error, for the log. */
  readonly what: 'render' | 'layout'
  /** Instead of rendering once more. */
  readonly again?: () => void
  readonly children: ReactNode
}

class Boundary extends Component<Props, { error: unknown; place: string }> {
  override state = { error: null as unknown, place: this.props.place }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  static getDerivedStateFromProps(props: Props, state: { error: unknown; place: string }) {
    return props.place === state.place ? null : { error: null, place: props.place }
  }
  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    report(this.props.what, error, info.componentStack ?? '')
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return <Broken error={this.state.error} again={this.props.again ?? (() => this.setState({ error: null }))} />
  }
}

/** Catches what a screen throws: the rest of the console continues, the error is noted. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Boundary place={pathname} what="render">
      {children}
    </Boundary>
  )
}

/** Catches what the layout itself throws: then only loading everything anew helps. */
export function LayoutBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary place="" what="layout" again={() => location.reload()}>
      {children}
    </Boundary>
  )
}

function Broken({ error, again }: { readonly error: unknown; again(): void }) {
  const { t } = useWords()
  return (
    <Box id="content" data-ready="" tabIndex={-1}>
      <Icon name="alert-triangle" size={32} />
      <h1>{t('shell.broken')}</h1>
      <p>{t('shell.brokenHint')}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <div>
        <Button $tone="primary" onClick={again}>
          {t('shell.retry')}
        </Button>
        <a href="/">{t('shell.goHome')}</a>
      </div>
    </Box>
  )
}

const Box = styled.main`
  height: 100%;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 8px;
  padding: 24px;
  background: var(--surface);
  text-align: center;
  color: var(--text-2);
  & > svg { color: var(--wait); }
  & > h1 { font-size: 17px; color: var(--text); }
  & > code { max-width: 640px; overflow-wrap: anywhere; font-family: var(--font-mono); font-size: 12px; color: var(--text-3); }
  & > div { display: flex; align-items: center; gap: 14px; margin-top: 10px; }
`
