import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { setLanguage, useWords } from '../i18n/core.ts'
import { askCaptcha, type Captcha, session, signIn, tenantOfHost } from '../state/session.ts'
import { Button, IconButton, Input } from '../theme/Button.tsx'
import { Icon } from '../theme/Icon.tsx'
import { Logo } from './Logo.tsx'
import { Brand, CaptchaRow, Card, Field, Keys, Page, Side, Top } from './signInLook.ts'
import { loadConsole } from './warm.ts'

/** Specification §9. */
const DEFAULT_TENANT = '000000'

/** What the page says of the keyboard. */
const KEYS = [
  ['keyPalette', 'Ctrl', 'K'],
  ['keyNext', 'J', 'K'],
  ['keyDecide', 'A', 'R'],
  ['keyBack', 'Z'],
] as const

type Missing = '' | 'missingTenant' | 'missingAccount' | 'missingPassword' | 'missingCaptcha'

/** The sign-in page. Enter submits; what the server says is shown above the button, word for word. */
export function SignIn() {
  const { t, language } = useWords()
  const { notice } = useSnapshot(session)
  const [tenant, setTenant] = useState<{ id: string; name: string; fixed: boolean }>({ id: DEFAULT_TENANT, name: '', fixed: false })
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [code, setCode] = useState('')
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const [captchaFailed, setCaptchaFailed] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const passwordBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = `${t('session.title')} · Rounds`
  }, [t])

  const refreshCaptcha = useCallback(async () => {
    try {
      setCaptcha(await askCaptcha())
      setCaptchaFailed(false)
    } catch {
      setCaptchaFailed(true)
    }
    setCode('')
  }, [])

  useEffect(() => {
    void refreshCaptcha()
    tenantOfHost().then(
      (found) => found && setTenant({ id: found.tenantId, name: found.name, fixed: true }),
      () => {},
    )
    const idle = setTimeout(() => void loadConsole().catch(() => {}), 300)
    return () => clearTimeout(idle)
  }, [refreshCaptcha])

  // The console's own key listener is not here yet; the language key works all the same.
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyL') {
        event.preventDefault()
        setLanguage(language === 'zh' ? 'en' : 'zh')
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [language])

  const missing: Missing = !tenant.id.trim()
    ? 'missingTenant'
    : !account.trim()
      ? 'missingAccount'
      : !password
        ? 'missingPassword'
        : captcha?.required && !code.trim()
          ? 'missingCaptcha'
          : ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (missing) {
      setProblem(t(`session.${missing}`))
      const box = { missingTenant: 'tenantId', missingAccount: 'account', missingPassword: 'password', missingCaptcha: 'captcha' }[missing]
      event.currentTarget.querySelector<HTMLInputElement>(`input[name=${box}]`)?.focus()
      return
    }
    setBusy(true)
    setProblem('')
    try {
      await signIn({
        tenantId: tenant.id.trim(),
        account: account.trim(),
        password,
        ...(captcha?.required ? { captcha: { key: captcha.key, code: code.trim() } } : {}),
      })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
      // A captcha is good once.
      if (captcha?.required) {
        await refreshCaptcha()
        codeBox.current?.focus()
      } else {
        passwordBox.current?.select()
      }
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
          <Button $tone="quiet" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')} lang={language === 'zh' ? 'en' : 'zh-CN'}>
            <Icon name="languages" />
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
              onChange={(e) => setAccount(e.target.value)}
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
                onChange={(e) => setPassword(e.target.value)}
                onKeyDown={lookAtCaps}
                onKeyUp={lookAtCaps}
                onBlur={() => setCapsLock(false)}
              />
              <IconButton tabIndex={-1} aria-label={t(shown ? 'session.hidePassword' : 'session.showPassword')} onClick={() => setShown(!shown)}>
                <Icon name={shown ? 'eye-off' : 'eye'} />
              </IconButton>
            </div>
            {capsLock ? (
              <small id="caps" role="status">
                {t('session.capsLock')}
              </small>
            ) : null}
          </Field>
          {captcha?.required ? (
            <Field as="div">
              <label htmlFor="captcha">{t('session.captcha')}</label>
              <CaptchaRow>
                <Input
                  id="captcha"
                  ref={codeBox}
                  name="captcha"
                  value={code}
                  maxLength={10}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(e) => setCode(e.target.value)}
                />
                <button type="button" aria-label={t('session.newCaptcha')} title={t('session.newCaptcha')} onClick={() => void refreshCaptcha()}>
                  <img src={captcha.image} alt={t('session.captcha')} width={100} height={30} />
                </button>
              </CaptchaRow>
            </Field>
          ) : null}
          {captchaFailed ? (
            <Button $tone="quiet" onClick={() => void refreshCaptcha()}>
              <Icon name="refresh-cw" />
              {t('session.captchaFailed')}
            </Button>
          ) : null}
          <p className="problem" role="alert">
            {problem || (notice === 'expired' ? t('session.expired') : '')}
          </p>
          <Button type="submit" $tone="primary" className="go" aria-busy={busy}>
            {t(busy ? 'session.signingIn' : 'session.signIn')}
            <kbd>Enter</kbd>
          </Button>
        </Card>
        <span />
      </main>
    </Page>
  )
}
