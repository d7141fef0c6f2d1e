import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { formatKeys } from '../../../commands/keys/format.ts'
import { loadCatalogue } from '../data/catalogue.ts'
import { providePorts } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useRegistry } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { go } from '../state/url.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Link } from '../ui/Link.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Screen } from '../ui/Screen.tsx'
import { type Step, useHasSteps, useSteps } from './steps.ts'

/** Steps that have a digit as their key. */
const DIGITS = 9

/**
 * Missing steps before the first activity can be paid, each with the role that does it and the way there; finished
 * steps below. By j and k from one to the next, by digit or Enter to its screen.
 */
export function FirstSteps() {
  const { t } = useWords()
  const { data, error, refetch } = useSteps(true)
  const led = useHasSteps()
  const list = useRef<HTMLDivElement>(null)
  const missing = data?.filter((step) => !step.done) ?? []
  const there = data?.filter((step) => step.done) ?? []
  const over = data !== undefined && missing.length === 0

  useEffect(
    () =>
      providePorts({
        grid: {
          move: (by) => {
            const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-step]') ?? [])]
            const at = links.indexOf(document.activeElement as HTMLElement)
            const next = typeof by === 'number' ? links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by] : undefined
            next?.focus()
            return next ? { is: 'done' } : { is: 'nothing', why: t('shell.noFurtherStep') }
          },
          section: (n) => {
            const path = list.current?.querySelector(`a[data-digit="${n}"]`)?.getAttribute('data-path')
            if (!path) return { is: 'nothing', why: t('shell.noFurtherStep') }
            go(path, 'push')
            return { is: 'done' }
          },
        },
      }),
    [t],
  )
  // the way here leaves menu and palette with the last step
  useEffect(() => {
    if (over && led) void loadCatalogue()
  }, [over, led])

  return (
    <Screen
      title={t('shell.firstSteps')}
      ready={data !== undefined || error !== null}
      note={data ? t(over ? 'shell.stepsOver' : 'shell.stepsLeft', { count: missing.length }) : undefined}
    >
      <Page ref={list}>
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data ? <p>{t(over ? 'shell.stepsOverAbout' : 'shell.stepsAbout')}</p> : null}
        <Steps steps={missing} numbered />
        {there.length > 0 ? (
          <section aria-labelledby="there">
            <h2 id="there">{t('shell.stepsThere', { count: there.length })}</h2>
            <Steps steps={there} />
          </section>
        ) : null}
      </Page>
    </Screen>
  )
}

/** Steps one below the other, each a link; `numbered`: those that are to be done, with their digits. */
function Steps({ steps, numbered = false }: { readonly steps: readonly Step[]; readonly numbered?: boolean }) {
  const { t } = useWords()
  const { commands } = useRegistry()
  if (steps.length === 0) return null
  const goOf = ({ path, go }: Step): string => {
    const there = commands.find((c) => c.place?.route === path)
    return there ? (there.keys?.[0] ?? '') : go
  }
  return (
    <ol>
      {steps.map((step, at) => {
        const digit = numbered && at < DIGITS ? at + 1 : undefined
        return (
          <li key={step.code} data-done={step.done}>
            <Link to={step.path} data-step={step.code} data-path={step.path} data-digit={digit}>
              <span className="mark">
                {step.done ? <Icon name="check-circle" /> : <i aria-hidden="true" />}
                {digit ? <Key>{digit}</Key> : null}
              </span>
              <span className="said">
                <strong>{step.title}</strong>
                <small>{step.needs}</small>
              </span>
              <span className="by">{step.done ? t('shell.stepDone') : t('shell.stepBy', { by: step.by })}</span>
              <span className="go">{goOf(step) ? <Key>{formatKeys(goOf(step), platform)}</Key> : null}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

const Page = styled.div`
  max-width: 880px;
  padding: 6px 16px 32px;
  display: grid;
  gap: 14px;
  & > p { color: var(--text-2); max-width: 640px; }
  & h2 { font-size: 12px; color: var(--text-3); font-weight: 600; margin: 8px 0; }
  & ol { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--surface); }
  & li + li { border-top: 1px solid var(--line); }
  & a {
    display: grid; grid-template-columns: 24px minmax(0, 1fr) minmax(96px, 168px) 44px; gap: 12px; align-items: center;
    min-height: 52px; padding: 8px 14px; color: var(--text);
  }
  & a:hover { background: var(--surface-2); text-decoration: none; }
  & a:focus-visible { outline-offset: -2px; }
  & .mark { display: grid; place-content: center; color: var(--good); }
  & .mark:has(kbd) i { display: none; }
  & .mark i { width: 8px; height: 8px; border: 1px solid var(--line-strong); border-radius: 50%; }
  & .said { display: grid; gap: 2px; min-width: 0; }
  & strong { font-weight: 600; }
  & small { font-size: 12px; color: var(--text-3); }
  & .by { color: var(--text-2); font-size: 12px; }
  & .go { text-align: right; }
  & li[data-done='1'] strong { font-weight: 400; color: var(--text-2); }
  @media (max-width: 767px) {
    padding: 6px 12px 24px;
    & a { grid-template-columns: 24px minmax(0, 1fr); row-gap: 4px; }
    & .by { grid-column: 2; }
    & .go { display: none; }
  }
  /* nobody types on a finger */
  @media (hover: none), (pointer: coarse) { & kbd { display: none; } & .mark:has(kbd) i { display: block; } }
`
