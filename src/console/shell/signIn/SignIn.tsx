import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { letterOf } from '../../../../commands/keys/letter.ts'
import { session, tenantOfHost } from '../../data/session.ts'
import { prepareSignIn, SignInError, signIn } from '../../data/signIn.ts'
import { setLanguage, useWords } from '../../i18n/index.ts'
import { firstShapes } from '../../theme/firstShapes.ts'
import { Button, IconButton, Input } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { Logo } from '../Logo.tsx'
import { loadConsole } from '../loadConsole.ts'
import { useWait } from '../useWait.ts'
import { Brand, Card, Field, Keys, Page, Side, Top } from './signIn.styles.ts'

/** Specification §9. */
const DEFAULT_TENANT = '000000'

/** Hints about the keyboard. */
const KEYS = [
  ['keyPalette', 'Ctrl', 'K'],
  ['keyNext', 'J', 'K'],
  ['keyDecide', 'A', 'R'],
  ['keyBack', 'Z'],
] as const

/** Seconds as a clock shows them, m:ss. */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type Missing = '' | keyof typeof BOX_OF

/** Characters that a password has at least; the server sees its hash only and cannot count them. */
const SHORTEST = 8

/** Phase after Enter: nothing, the work the server wants done first, the asking itself. */
type Doing = '' | 'checking' | 'signingIn'

/** The box of what is missing. */
const BOX_OF = {
  missingTenant: 'tenantId',
  missingAccount: 'account',
  missingPassword: 'password',
  shortPassword: 'newPassword',
  samePassword: 'newPassword',
  otherPassword: 'newPassword1',
} as const

/** Problem of a new own password, typed twice, in the place of a first one. Pure. */
function ownMissing([typed, again]: readonly [string, string], account: string, first: string): Missing {
  if (typed.length < SHORTEST) return 'shortPassword'
  if (typed === first || typed === account) return 'samePassword'
  return typed === again ? '' : 'otherPassword'
}

/**
 * The sign-in page. Enter submits; what the server says is shown above the button, word for word. Where the server
 * wants work done before a password, it is done while the person types; an Enter that comes earlier waits for it.
 */
export function SignIn() {
  const { t, language } = useWords()
  const { notice } = useSnapshot(session)
  const [tenant, setTenant] = useState<{ id: string; name: string; fixed: boolean }>({
    id: DEFAULT_TENANT,
    name: '',
    fixed: false,
  })
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  /** The password is a first one: the person's own, typed twice, is asked for; null where it is not. */
  const [own, setOwn] = useState<readonly [string, string] | null>(null)
  const [capsLock, setCapsLock] = useState(false)
  const [problem, setProblem] = useState('')
  const [doing, setDoing] = useState<Doing>('')
  const wait = useWait(`${tenant.id.trim()}/${account.trim()}`)
  const passwordBox = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = `${t('session.title')} · Rounds`
  }, [t])

  useEffect(() => {
    // keys typed here belong to the form, until it is sent
    window.roundsKeys?.stop()
    prepareSignIn()
    tenantOfHost().then(
      (found) => found && setTenant({ id: found.tenantId, name: found.name, fixed: true }),
      () => {},
    )
    const idle = setTimeout(() => {
      loadConsole().then(
        (m) => m.warmAhead(),
        () => {},
      )
    }, 300)
    return () => clearTimeout(idle)
  }, [])

  const speakOther = useCallback(() => {
    setLanguage(language === 'zh' ? 'en' : 'zh').catch(() => setProblem(t('shell.noNetwork')))
  }, [language, t])

  // The console's own key listener is not here yet; the language key works all the same.
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.altKey && !event.ctrlKey && !event.metaKey && letterOf(event.key, event.code) === 'l') {
        event.preventDefault()
        speakOther()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [speakOther])

  const missing: Missing = !tenant.id.trim()
    ? 'missingTenant'
    : !account.trim()
      ? 'missingAccount'
      : !password
        ? 'missingPassword'
        : own
          ? ownMissing(own, account.trim(), password)
          : ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (doing || wait.seconds > 0) return
    if (missing) {
      setProblem(t(`session.${missing}`))
      const box = BOX_OF[missing]
      event.currentTarget.querySelector<HTMLInputElement>(`input[name=${box}]`)?.focus()
      return
    }
    setDoing('signingIn')
    setProblem('')
    window.roundsKeys?.watch()
    try {
      const who = { tenantId: tenant.id.trim(), account: account.trim(), password, newPassword: own?.[0] ?? '' }
      await signIn(who, (working) => setDoing(working ? 'checking' : 'signingIn'))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setDoing('')
      window.roundsKeys?.stop()
      if (error instanceof SignInError && error.newPasswordRequired) return setOwn((now) => now ?? ['', ''])
      if (error instanceof SignInError && error.retryAfter > 0) wait.start(error.retryAfter, () => setProblem(''))
      passwordBox.current?.select()
    }
  }

  const lookAtCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <Page>
      <Side aria-hidden="true">
        <Brand>
          <Logo size={36} />
          <strong>Rounds</strong>
        </Brand>
        <div>
          <p className="product">{t('session.product')}</p>
          <p className="promise">{t('session.promise')}</p>
          <Keys>
            {KEYS.map(([word, ...keys]) => (
              <li key={word}>
                <div>
                  {keys.map((k) => (
                    <kbd key={k}>{k}</kbd>
                  ))}
                </div>
                <span>{t(`session.${word}`)}</span>
              </li>
            ))}
          </Keys>
        </div>
        <span />
      </Side>
      <main data-ready="">
        <Top>
          <Button $tone="quiet" onClick={speakOther} lang={language === 'zh' ? 'en' : 'zh-CN'}>
            <Drawing d={firstShapes.languages} />
            {t('session.otherLanguage')}
            <kbd>Alt L</kbd>
          </Button>
        </Top>
        <Card onSubmit={submit} noValidate>
          <h1>
            <Logo size={26} />
            {t('session.title')}
          </h1>
          {tenant.fixed && tenant.name ? <p className="tenant">{tenant.name}</p> : null}
          {tenant.fixed ? (
            <input type="hidden" name="tenantId" value={tenant.id} />
          ) : (
            <Field>
              <span>{t('session.tenantId')}</span>
              <Input
                name="tenantId"
                value={tenant.id}
                maxLength={12}
                autoComplete="organization"
                onChange={(e) => setTenant({ ...tenant, id: e.target.value })}
              />
            </Field>
          )}
          <Field>
            <span>{t('session.account')}</span>
            <Input
              name="account"
              value={account}
              maxLength={100}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              onChange={(e) => {
                setAccount(e.target.value)
                setOwn(null)
                prepareSignIn()
              }}
            />
          </Field>
          <Field as="div">
            <label htmlFor="password">{t('session.password')}</label>
            <div className="with">
              <Input
                id="password"
                ref={passwordBox}
                name="password"
                type={shown ? 'text' : 'password'}
                value={password}
                maxLength={200}
                autoComplete="current-password"
                aria-describedby={capsLock ? 'caps' : undefined}
                onChange={(e) => {
                  setPassword(e.target.value)
                  prepareSignIn()
                }}
                onKeyDown={lookAtCaps}
                onKeyUp={lookAtCaps}
                onBlur={() => setCapsLock(false)}
              />
              <IconButton
                tabIndex={-1}
                aria-label={t(shown ? 'session.hidePassword' : 'session.showPassword')}
                onClick={() => setShown(!shown)}
              >
                <Drawing d={firstShapes[shown ? 'eye-off' : 'eye']} />
              </IconButton>
            </div>
            {capsLock ? (
              <small id="caps" role="status">
                {t('session.capsLock')}
              </small>
            ) : null}
          </Field>
          {own &&
            (['newPassword', 'newPassword1'] as const).map((name, n) => (
              <Field key={name}>
                <span>{t(`session.${name}`)}</span>
                <Input
                  name={name}
                  type={shown ? 'text' : 'password'}
                  value={own[n]}
                  maxLength={200}
                  autoComplete="new-password"
                  autoFocus={n === 0}
                  onChange={(e) => setOwn(n === 0 ? [e.target.value, own[1]] : [own[0], e.target.value])}
                />
              </Field>
            ))}
          <p className="problem" role="alert">
            {problem || (notice === 'expired' ? t('session.expired') : '')}
          </p>
          <Button
            type="submit"
            $tone="primary"
            className="go"
            aria-busy={doing !== ''}
            aria-disabled={wait.seconds > 0}
          >
            {wait.seconds > 0
              ? t('session.wait', { time: clockOf(wait.seconds) })
              : t(doing ? `session.${doing}` : 'session.signIn')}
            {wait.seconds > 0 || doing ? null : <kbd>Enter</kbd>}
          </Button>
        </Card>
        <span />
      </main>
    </Page>
  )
}
