import { useQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import type { AnyCall } from '../../model/language/domain/call.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { label } from '../../model/values/label.ts'
import { api } from '../api/client.ts'
import { loadDomain } from '../data/domains.ts'
import { keyOf } from '../data/queries.ts'
import { alignOf, cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Screen } from '../ui/Screen.tsx'

type Values = Readonly<Record<string, unknown>>

/** Answer of a statistic, beside its declaration. */
interface Statistic {
  readonly call: AnyCall
  readonly values: Values | readonly Values[]
}

/** The statistics of the desk as the model declares them, each with its answer. */
async function read(signal: AbortSignal): Promise<Statistic[]> {
  const calls = (await loadDomain('desk')).calls.filter((c) => c.id.startsWith('desk.get'))
  return Promise.all(
    calls.map(async (call) => ({
      call,
      values: await api.get<Values | readonly Values[]>(call.paths[0] ?? '', undefined, { signal }),
    })),
  )
}

/** Figures of the whole business: sums first, then tables by month, kind and region. */
export function Dashboard() {
  const { t, language } = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('desk', 'statistics'),
    queryFn: ({ signal }) => read(signal),
  })
  const fieldsOf = (call: AnyCall): [string, Field][] => Object.entries<Field>(call.answer.fields ?? {})
  return (
    <Screen title={t('shell.dashboard')} ready={data !== undefined || error !== null}>
      <Page>
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data?.map(({ call, values }) =>
          Array.isArray(values) ? (
            <div key={call.id}>
              <h2 id={call.id}>{label(call.title, language)}</h2>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what has the focus */}
              <section className="wide" aria-labelledby={call.id} tabIndex={0}>
                <table>
                  <thead>
                    <tr>
                      {fieldsOf(call).map(([name, f]) => (
                        <th key={name} scope="col" data-align={alignOf(f)}>
                          {label(f.label, language)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {(values as readonly Values[]).map((row) => (
                      <tr
                        key={fieldsOf(call)
                          .map(([name]) => String(row[name]))
                          .join('|')}
                      >
                        {fieldsOf(call).map(([name, f]) => (
                          <td key={name} data-align={alignOf(f)}>
                            {cellText(f, row[name], language) || '—'}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              {values.length === 0 ? <p className="none">{t('shell.noFigures')}</p> : null}
            </div>
          ) : (
            <dl key={call.id} className="figures">
              {fieldsOf(call).map(([name, f]) => (
                <div key={name}>
                  <dt>{label(f.label, language)}</dt>
                  <dd>{cellText(f, (values as Values)[name], language) || '—'}</dd>
                </div>
              ))}
            </dl>
          ),
        )}
      </Page>
    </Screen>
  )
}

const Page = styled.div`
  max-width: 1120px;
  padding: 6px 16px 32px;
  display: grid;
  gap: 24px;
  & h2 { font-size: 13px; color: var(--text-2); margin-bottom: 6px; }
  & .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
  & .figures > div { border: 1px solid var(--line); border-radius: var(--radius); padding: 10px 12px; }
  & dt { color: var(--text-3); font-size: 12px; }
  & dd { margin: 2px 0 0; font-size: 17px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  & .wide { overflow-x: auto; max-height: 360px; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); }
  & table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  & th { position: sticky; top: 0; background: var(--surface-2); color: var(--text-3); font-weight: 500; font-size: 12px; }
  & th, & td { padding: 5px 12px; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
  & [data-align='right'] { text-align: right; }
  & tr:last-child > td { border-bottom: 0; }
  & .none { padding: 8px 2px; color: var(--text-3); }
  @media (max-width: 767px) { padding: 6px 12px 24px; }
`
