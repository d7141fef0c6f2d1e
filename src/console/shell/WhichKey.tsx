import styled from 'styled-components'
import { chooseNext } from '../host/keyState.ts'
import { usePendingKeys } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Key } from '../ui/Key.tsx'
import '../host/keyWords.ts'

/**
 * Continuations of an unfinished sequence, for whoever stops within it. The list takes neither focus nor keys: the next
 * key goes on as if it were not there.
 */
export function WhichKey() {
  const { t } = useWords()
  const { pending, next } = usePendingKeys()
  const lines = [...next].sort((a, b) => (a.rest < b.rest ? -1 : 1))
  return (
    <Panel role="status" aria-label={t('keys.nextKeys', { keys: pending })} data-which-key="">
      <p>
        <Key>{pending}</Key> {t('keys.nextKey')} <span>{t('keys.nextKeyEnds')}</span>
      </p>
      <ul>
        {lines.map(({ id, rest, title }) => (
          <li key={`${id} ${rest}`}>
            <button
              type="button"
              tabIndex={-1}
              data-command={id}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => chooseNext(id)}
            >
              <Key>{rest}</Key>
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Panel = styled.div`
  position: fixed;
  z-index: 45;
  right: 12px;
  bottom: calc(var(--status-h) + 10px);
  left: 12px;
  width: fit-content;
  max-width: min(1080px, calc(100vw - 24px));
  max-height: min(50dvh, 420px);
  margin-left: auto;
  padding: 8px 10px 10px;
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: 10px;
  background: var(--surface);
  box-shadow: var(--shadow);
  & > p { display: flex; align-items: baseline; gap: 6px; margin: 0 4px 6px; color: var(--text-2); }
  & > p > span { margin-left: auto; padding-left: 24px; color: var(--text-3); font-size: 12px; }
  & > ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); gap: 0 8px; min-width: min(620px, calc(100vw - 48px)); }
  & button {
    display: flex; align-items: baseline; gap: 8px; width: 100%; min-height: max(28px, var(--press)); padding: 3px 4px; border: 0; border-radius: var(--radius);
    background: transparent; color: var(--text); text-align: left; cursor: pointer;
  }
  & button:hover { background: var(--surface-3); }
  & button > kbd { flex: none; min-width: 22px; }
  & button > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
