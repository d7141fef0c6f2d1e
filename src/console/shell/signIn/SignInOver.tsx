import styled from 'styled-components'
import { turnAway } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasswordAgain, type Whose } from './PasswordAgain.tsx'

/**
 * The session ended by itself: its person signs in over the page, whatever is open there, and goes on. What is behind
 * cannot be read meanwhile; somebody else takes the sign-in page.
 */
export function SignInOver({ of }: { readonly of: Whose }) {
  const { t } = useWords()
  return (
    <Dialog title={t('session.again')} stuck veil outside={false} onClose={() => {}}>
      <Text>{t('session.againWhy')}</Text>
      <PasswordAgain
        of={of}
        action={t('session.signIn')}
        leave={t('session.somebodyElse')}
        onDone={() => {}}
        onLeave={turnAway}
      />
    </Dialog>
  )
}

const Text = styled.p`
  margin-bottom: 12px;
  text-align: center;
`
