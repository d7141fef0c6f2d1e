import { type KeyboardEvent, useState } from 'react'
import styled from 'styled-components'
import { PAGE_SIZES } from '../../model/wire/settings/settings.ts'
import { useWords } from '../i18n/index.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export interface PagerProps {
  readonly current: number
  readonly size: number
  /** As many rows a page as fit. */
  readonly auto: boolean
  /** −1 while unknown. */
  readonly total: number
  readonly exact: boolean
  onTurn(current: number): void
  /** `auto` or one of `PAGE_SIZES`. */
  onSize(size: string): void
}

/** Returns the number of pages, at least one. */
export const pagesOf = (total: number, size: number): number =>
  Math.max(1, Math.ceil(Math.max(0, total) / Math.max(1, size)))

/** How many there are, which page is shown, and how to turn it. */
export function Pager({ current, size, auto, total, exact, onTurn, onSize }: PagerProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const pages = pagesOf(total, size)
  const n = total.toLocaleString('en-US')
  const turn = (to: number) => onTurn(Math.min(Math.max(1, to), pages))
  const enter = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing || (e.key !== 'Enter' && e.key !== 'Escape')) return
    e.preventDefault()
    e.stopPropagation()
    const to = Number(typed)
    if (e.key === 'Enter' && typed !== null && Number.isInteger(to) && to >= 1) turn(to)
    setTyped(null)
  }
  const button = (icon: string, word: string, to: number, can: boolean) => (
    <IconButton aria-label={t(word)} title={t(word)} disabled={!can} onClick={() => turn(to)}>
      <Icon name={icon} />
    </IconButton>
  )
  return (
    <Line aria-label={t('table.pages')}>
      <span data-total={total}>{total < 0 ? '…' : t('table.total', { n: exact ? n : t('table.about', { n }) })}</span>
      <span className="room" />
      {button('chevron-left', 'table.previous', current - 1, current > 1)}
      <input
        type="text"
        inputMode="numeric"
        name="current"
        aria-label={t('table.goTo')}
        value={typed ?? String(current)}
        onFocus={(e) => {
          setTyped(String(current))
          e.target.select()
        }}
        onChange={(e) => setTyped(e.target.value.replace(/\D/g, ''))}
        onKeyDown={enter}
        onBlur={() => setTyped(null)}
      />
      <span>/ {total < 0 ? '…' : `${exact ? '' : '~'}${pages.toLocaleString('en-US')}`}</span>
      {button('chevron-right', 'table.next', current + 1, total < 0 || current < pages)}
      <select
        name="size"
        aria-label={t('table.pageSizes')}
        value={auto ? 'auto' : size}
        onChange={(e) => onSize(e.target.value)}
      >
        <option value="auto">{t(auto ? 'table.pageAuto' : 'table.pageFits', { n: size })}</option>
        {PAGE_SIZES.map((s) => (
          <option key={s} value={s}>
            {t('table.pageSize', { n: s })}
          </option>
        ))}
      </select>
    </Line>
  )
}

const Line = styled.nav`
  flex: none; display: flex; align-items: center; gap: 6px; padding: 5px 12px; border-top: 1px solid var(--line); background: var(--surface-2); color: var(--text-2);
  font-variant-numeric: tabular-nums; flex-wrap: wrap;
  & .room { flex: 1; }
  & input { width: 64px; height: 28px; min-height: var(--press); text-align: right; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); }
  & select { height: 28px; min-height: var(--press); border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); padding: 0 4px; color: var(--text); }
  @media (max-width: 767px) { gap: 4px; & input { width: 44px; } & .room { flex: 1 1 0; } & select { flex: 100 1 96px; min-width: 60px; width: 96px; max-width: max-content; text-overflow: ellipsis; } }
`
