import styled from 'styled-components'
import { notInForceOf } from '../../model/language/notInForce.ts'
import type { Resource } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import { useWords } from '../i18n/index.ts'

interface NotInForceProps {
  readonly of: Resource
  /** The record that is shown or written; without it the note is about the list. */
  readonly row?: Readonly<Record<string, unknown>>
}

/** Says that what is shown is kept and changes nothing yet, and what decides instead. */
export function NotInForceNote({ of, row }: NotInForceProps) {
  const { t, language } = useWords()
  const mark = row ? notInForceOf(of, row) : of.notInForce
  if (!mark) return null
  return (
    <Note role="note" data-not-in-force="">
      <strong>{t(row || !mark.where ? 'record.notInForce' : 'record.someNotInForce')}</strong>
      <span>{label(mark.instead, language)}</span>
    </Note>
  )
}

const Note = styled.p`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  gap: 2px 10px;
  margin: 0 12px 8px;
  padding: 6px 10px;
  border-radius: var(--radius);
  color: var(--wait);
  background: var(--wait-soft);
  form > & { margin-inline: 0; }
  & > strong { white-space: nowrap; }
  & > span { flex: 1 1 240px; }
  & > span::first-letter { text-transform: uppercase; }
`
