import styled from 'styled-components'
import { turnAway } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasswordAgain, type Whose } from './PasswordAgain.tsx'

/**
 * Sign-in over the page after the session ended by itself: the same person signs in again and continues. The page
 * behind is covered; another person goes to the sign-in page.
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
