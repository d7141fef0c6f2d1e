import './words.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'
import { INBOX_ROUTE } from '../../../../commands/catalog/inbox.ts'
import { pushLayer, setContext } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { inboxState } from '../../state/inbox.ts'
import { go } from '../../state/url.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { messages } from '../../ui/messages/toast.ts'
import { SidePanel } from '../../ui/sidePanel.styles.ts'
import { InboxList } from './InboxList.tsx'

/** The inbox over whatever page is open: keys are its own until it closes. */
export function InboxPanel() {
  const { t } = useWords()
  const box = useRef<HTMLElement>(null)
  const close = () => {
    inboxState.open = false
  }
  useLayoutEffect(() => {
    const pop = pushLayer()
    setContext({ inbox: true })
    return () => {
      setContext({ inbox: false })
      pop()
    }
  }, [])
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    // a click beside it closes it, as one beside a menu does
    const outside = (e: PointerEvent) => {
      if (
        e.target instanceof Element &&
        !box.current?.contains(e.target) &&
        !e.target.closest('[data-inbox-bell], [data-floating], [role=dialog]')
      )
        inboxState.open = false
    }
    document.addEventListener('pointerdown', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      const now = document.activeElement
      if (before instanceof HTMLElement && before.isConnected && (!now || now === document.body || !now.isConnected))
        before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Panel
      ref={box}
      tabIndex={-1}
      role="dialog"
      aria-label={t('inbox.title')}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return
        e.stopPropagation()
        close()
      }}
    >
      <header>
        <h2>{t('inbox.title')}</h2>
        <Button
          $tone="quiet"
          onClick={() => {
            close()
            messages.open = true
          }}
        >
          {t('inbox.here')}
        </Button>
        <IconButton
          aria-label={t('inbox.wholePage')}
          title={t('inbox.wholePage')}
          onClick={() => {
            close()
            go(INBOX_ROUTE, 'push')
          }}
        >
          <Icon name="external-link" />
        </IconButton>
        <IconButton aria-label={t('shell.close')} title={t('shell.close')} onClick={close}>
          <Icon name="x" />
        </IconButton>
      </header>
      <InboxList onOpened={close} />
    </Panel>
  )
}

const Panel = styled(SidePanel)`
  width: min(440px, calc(100vw - 16px));
  & > div { flex: 1; }
`
