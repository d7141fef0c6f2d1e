import type { ImportState } from '../../../model/language/fields/imports.ts'
import { download } from '../../api/download.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Report } from './import.styles.ts'
import { importMessage } from './importWords.ts'

/** How an import stands, in a sentence. */
export function importSum(language: 'zh' | 'en', s: ImportState): string {
  const { total, wrong, applied, why, done } = s
  const given = { total, wrong, applied, why, done, good: total - wrong }
  if (s.state === 'checking' || s.state === 'applying') return importMessage(language, s.state, given)
  if (s.state === 'checked')
    return importMessage(language, wrong === 0 ? 'all' : wrong >= total ? 'none' : 'some', given)
  if (s.state === 'done') return importMessage(language, wrong === 0 ? 'done' : 'doneSome', given)
  if (s.state === 'stopped') return importMessage(language, 'stopped', given)
  return importMessage(language, applied > 0 ? 'failedSome' : 'failed', given)
}

/** Report of an imported file: the sum, what was there before, the first rows, what is refused and why. */
export function ImportReport({ state: s }: { readonly state: ImportState }) {
  const { language } = useWords()
  const say = (word: Parameters<typeof importMessage>[1], given?: Parameters<typeof importMessage>[2]) =>
    importMessage(language, word, given)
  const going = s.state === 'checking' || s.state === 'applying'
  return (
    <Report>
      <p className={s.state === 'failed' ? 'sum bad' : 'sum'} role="status">
        {importSum(language, s)}
      </p>
      {going && <progress value={s.done} max={s.total} aria-label={importSum(language, s)} />}
      {s.earlier && (
        <p className="warn" role="alert">
          {say('earlier', s.earlier)}
        </p>
      )}
      {s.notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {s.ignored.length > 0 && <p className="hint">{say('ignored', { columns: s.ignored.join('、') })}</p>}
      {s.faults.length > 0 && (
        <section>
          <header>
            <h3>{s.wrong > s.faults.length ? say('firstFaults', { n: s.faults.length }) : say('faults')}</h3>
            {s.link && <Button onClick={() => download(s.link)}>{say('refused')}</Button>}
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
          <div className="scroll" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>{say('row')}</th>
                  <th>{say('column')}</th>
                  <th>{say('why')}</th>
                </tr>
              </thead>
              <tbody>
                {s.faults.map((f) => (
                  <tr key={`${f.row} ${f.column} ${f.message}`}>
                    <td className="number">{f.row}</td>
                    <td>{f.column}</td>
                    <td>{f.message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {s.sample && (
        <section>
          <h3>{say('sample', { n: s.sample.rows.length })}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
          <div className="scroll" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {s.sample.titles.map((title) => (
                    <th key={title}>{title}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {s.sample.rows.map((row, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file, which never move
                  <tr key={n}>
                    {row.map((cell, at) => (
                      <td key={s.sample?.titles[at]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </Report>
  )
}
