import { useState } from 'react'
import type { Resource } from '../../../model/language/resource.ts'
import type { Alike, AlikeAnswer, Other } from '../../../model/wire/evidence.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { CompareRecords } from './CompareRecords.tsx'

/** Another record in one line: title, owner, time and state. */
function Line({ of }: { readonly of: Other }) {
  const name = `${of.title} ${of.name}`
  return (
    <span className="what">
      {of.to ? <Link to={of.to}>{name}</Link> : name}{' '}
      <small>{[of.doctor, of.at.slice(0, 16), of.state].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** a record may be alike in several ways */
const keyOf = (one: Alike): string => `${one.resource} ${one.id} ${one.same} ${one.what}`

const intoView = (el: HTMLElement | null) => el?.closest('li')?.scrollIntoView?.({ block: 'start' })

/** Similar records with a comparison side by side; and what else its doctor handed in. */
export function AlikePanel(p: { readonly of: Resource; readonly id: string; readonly found: AlikeAnswer }) {
  const { t } = useWords()
  const [compared, compare] = useState('')
  const same = (one: Alike): string =>
    one.same === 'file'
      ? t('evidence.sameFile', { name: one.what })
      : one.same === 'text'
        ? t('evidence.sameText', { n: one.what })
        : t('evidence.samePerson')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <div className="alike" tabIndex={0}>
      <h3>{t('evidence.alikeTitle')}</h3>
      {p.found.alike.length === 0 ? (
        <p className="empty">{t('evidence.alikeNone')}</p>
      ) : (
        <ol>
          {p.found.alike.map((one) => (
            <li key={keyOf(one)}>
              <Line of={one} />
              <span className="same">{same(one)}</span>
              {one.resource === p.of.id && (
                <Button
                  aria-pressed={compared === keyOf(one)}
                  onClick={() => compare(compared === keyOf(one) ? '' : keyOf(one))}
                >
                  {t('evidence.compare')}
                </Button>
              )}
              {compared === keyOf(one) && (
                // below the line it is about, wherever that stands
                <div className="compared" ref={intoView}>
                  <CompareRecords of={p.of} id={p.id} other={one} />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      <h3>{t('evidence.othersTitle')}</h3>
      {p.found.others.length === 0 ? (
        <p className="empty">{t('evidence.othersNone')}</p>
      ) : (
        <ol>
          {p.found.others.map((one) => (
            <li key={`${one.resource} ${one.id}`}>
              <Line of={one} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
