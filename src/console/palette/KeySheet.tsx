import { useMemo, useState } from 'react'
import styled from 'styled-components'
import { formatKeys } from '../../../commands/keys/format.ts'
import { commandHost, runCommand } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useRegistry } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { paletteState } from '../state/palette.ts'
import { Button, Input } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { capital } from './rows.ts'
import { type SheetLine, sheet } from './sheet.ts'
import './words.ts'

/**
 * Every key there is, from the registry; first those of the page one is on. Found by title, pinyin or the key itself.
 */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const registry = useRegistry()
  const [typed, setTyped] = useState(paletteState.keysTyped)
  const [whole, setWhole] = useState(paletteState.keysTyped !== '')
  const groups = useMemo(
    () => sheet(registry, whole ? null : commandHost('menu').context, typed),
    [registry, whole, typed],
  )
  const count = groups.reduce((n, g) => n + g.lines.length, 0)
  const customise = () => {
    onClose()
    void runCommand('help.keymap', 'button')
  }
  const places = (line: SheetLine): string =>
    line.screens.length === 0
      ? t('palette.everywhere')
      : line.screens.map((s) => t(`palette.on${capital(s)}`)).join(' · ')
  return (
    <Dialog
      title={t('palette.keysTitle')}
      onClose={onClose}
      wide
      outside
      footer={
        <Button onClick={customise}>
          <Icon name="sliders" /> {t('palette.customise')}
        </Button>
      }
    >
      <Bar>
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t('palette.keysSearch')}
          aria-label={t('palette.keysSearch')}
          data-autofocus="true"
          autoFocus
        />
        <Button aria-pressed={!whole} $tone={whole ? 'quiet' : 'plain'} onClick={() => setWhole(false)}>
          {t('palette.keysHere')}
        </Button>
        <Button aria-pressed={whole} $tone={whole ? 'plain' : 'quiet'} onClick={() => setWhole(true)}>
          {t('palette.keysAll')}
        </Button>
      </Bar>
      <p role="status" aria-live="polite">
        {count > 0 ? t('palette.keysCount', { count }) : t('palette.keysNone')}
      </p>
      <Groups>
        {groups.map((g) => (
          <section key={g.category} aria-label={t(`palette.${g.category}`)}>
            <h2>{t(`palette.${g.category}`)}</h2>
            <dl>
              {g.lines.map((line) => (
                <div key={line.command.id} data-command={line.command.id}>
                  <dt>
                    {line.keys.map((k) => (
                      <Key key={k}>{formatKeys(k, platform)}</Key>
                    ))}
                  </dt>
                  <dd>
                    {line.command.title}
                    {whole ? <small>{places(line)}</small> : null}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Groups>
    </Dialog>
  )
}

const Bar = styled.div`
  display: flex;
  gap: 6px;
  margin-bottom: 6px;
`

const Groups = styled.div`
  columns: 2 300px;
  column-gap: 24px;
  & section { break-inside: avoid-column; margin: 10px 0; }
  & h2 { font-size: 13px; font-weight: 600; color: var(--text); margin-bottom: 4px; }
  & dl { margin: 0; }
  & dl > div { display: flex; gap: 10px; align-items: baseline; padding: 3px 0; break-inside: avoid; }
  & dt { flex: none; width: 104px; display: flex; flex-wrap: wrap; gap: 4px; }
  & dd { margin: 0; color: var(--text); }
  & small { display: block; color: var(--text-3); font-size: 12px; }
`
