import { useState } from 'react'
import styled from 'styled-components'
import { type Candidate, type Explanation, explanationOf } from '../../../commands/keys/explanation.ts'
import { formatKeys, formatStroke } from '../../../commands/keys/format.ts'
import { keyCondition } from '../../../commands/overlap.ts'
import { registryNow, runCommand } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { type KeptPress, pressesNow } from '../host/pressLog.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { capital } from './rows.ts'
import { screensOf } from './sources.ts'
import '../host/keyWords.ts'
import './words.ts'

/** Commands that are named for one press; the others are counted. */
const NAMED = 5

type Say = (key: string, options?: Record<string, unknown>) => string

const titleOf = (id: string): string => registryNow().get(id)?.title ?? id

/** The keys of a press as people read them: what it was before any command, a number with its digits. */
function capsOf({ press, situation }: KeptPress, { strokes }: Explanation): readonly string[] {
  const [first] = strokes
  const number = situation.pending?.count
  const caps = first ? first.split(' ').map((s) => formatStroke(s, platform)) : [press.key || press.code]
  return number ? [number, ...caps] : caps
}

/** Result of a press, in one sentence. */
function endOf({ why }: KeptPress, { end }: Explanation, t: Say): { readonly text: string; readonly good: boolean } {
  if (end.is === 'found') {
    const title = titleOf(end.command)
    return why
      ? { text: t('keys.whyDisabled', { title, why }), good: false }
      : { text: t(end.count ? 'keys.firedTimes' : 'keys.fired', { title, times: end.count }), good: true }
  }
  if (end.is === 'more') {
    const due = end.pending?.otherwise
    if (due) return { text: t('keys.waitsThen', { title: titleOf(due) }), good: true }
    return { text: t(end.pending?.count ? 'keys.waitsForMove' : 'keys.waitsForNext'), good: true }
  }
  return { text: t(`keys.why_${end.why}`), good: false }
}

/** Why a command was not meant by a press. */
function whyNot({ command, why }: Candidate, t: Say): string {
  const found = registryNow().get(command)
  if (why !== 'elsewhere' || !found) return t(`keys.not_${why ?? 'fired'}`)
  const screens = screensOf(keyCondition(found)).map((s) => t(`palette.on${capital(s)}`))
  return t('keys.not_elsewhere', { places: screens.slice(0, 3).join(t('keys.comma')) })
}

/** Candidates of which no two read alike: of many sorts of records one stands for all. */
const unlike = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const names = candidates.map(({ command, why }) => `${titleOf(command)} ${why}`)
  return candidates.filter((_, n) => names.indexOf(names[n] ?? '') === n)
}

/** Results of the last keys: the command that ran, or each that might have, with the reason why it did not. */
export function Explain({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  // as they were when this was opened: keys pressed in it explain nothing
  const [presses] = useState(() =>
    pressesNow().map((kept) => ({ kept, found: explanationOf(kept.table, kept.press, kept.situation) })),
  )
  const change = () => {
    onClose()
    void runCommand('help.keymap', 'button')
  }
  return (
    <Dialog
      title={t('keys.explainTitle')}
      onClose={onClose}
      wide
      outside
      footer={
        <>
          <Button onClick={change}>
            <Icon name="keyboard" /> {t('keys.customise')}
          </Button>
          <Button $tone="primary" data-autofocus="true" onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      {presses.length === 0 ? <p>{t('keys.nothingPressed')}</p> : <p>{t('keys.explainAbout')}</p>}
      <List>
        {presses.map(({ kept, found }) => {
          const { text, good } = endOf(kept, found, t)
          const others = unlike(found.candidates.filter((c) => c.why !== null))
          return (
            <li key={`${kept.at} ${kept.press.code} ${kept.press.key}`} data-good={good || undefined}>
              <h3>
                {capsOf(kept, found).map((cap, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one stroke after the other, and two may be alike
                  <Key key={n}>{cap}</Key>
                ))}
                <span>{text}</span>
                <time>{new Date(kept.at).toLocaleTimeString()}</time>
              </h3>
              {others.length > 0 ? (
                <ul>
                  {others.slice(0, NAMED).map((c) => (
                    <li key={c.command}>
                      <b>{titleOf(c.command)}</b> <Key>{formatKeys(c.keys, platform)}</Key> {whyNot(c, t)}
                    </li>
                  ))}
                  {others.length > NAMED ? <li>{t('keys.andOthers', { count: others.length - NAMED })}</li> : null}
                </ul>
              ) : null}
            </li>
          )
        })}
      </List>
    </Dialog>
  )
}

const List = styled.ol`
  margin-top: 8px;
  & > li { padding: 8px 0; border-top: 1px solid var(--line); }
  & h3 { display: flex; align-items: baseline; flex-wrap: wrap; gap: 4px 6px; font-weight: 400; color: var(--text); }
  & h3 > span { flex: 1; min-width: 200px; padding-left: 6px; }
  & > li:not([data-good]) h3 > span { color: var(--bad); }
  & time { color: var(--text-3); font-size: 12px; }
  & ul { margin: 4px 0 0 2px; }
  & ul > li { padding: 1px 0 1px 12px; color: var(--text-2); overflow-wrap: anywhere; }
  & b { font-weight: 500; color: var(--text); }
`
