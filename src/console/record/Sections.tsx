import './base/words.ts'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { TRACE } from '../../model/language/trace.ts'
import { label } from '../../model/values/label.ts'
import { COMMENTS_SECTION } from '../../model/wire/comments.ts'
import { providePorts, setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { CommentCount } from './base/CommentCount.tsx'
import { usePrinting } from './base/printing.ts'
import type { SectionProps } from './base/sectionProps.ts'
import { headSections, shownSections, titleOfSection } from './base/sections.ts'
import { useRested } from './base/useRested.ts'
import { addRowTo, useAdders } from './parts/addRow.ts'
import { SectionView } from './SectionView.tsx'
import { Stack } from './Stack.tsx'
import { useRoom } from './useRoom.ts'
import { want } from './wanted.ts'

/** Milliseconds the cursor must rest on a row before its sections in sight are asked for, one request each. */
const CURSOR_REST_MS = 180

type SectionsProps = Pick<SectionProps, 'of' | 'lifecycle' | 'row' | 'under'> & {
  readonly section?: string
  onSection?(code: string): void
  onNear?(codes: readonly string[]): void
}

const done: Outcome = { is: 'done' }

/**
 * Sections of a record: below one another where there is room, with a strip that marks the current one and jumps to the
 * others; else one at a time, chosen by the strip. The chosen section stays for the next records, until the person is
 * back at the top.
 */
export function Sections(p: SectionsProps) {
  const { t, language } = useWords()
  const { of, row, lifecycle, under } = p
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const prints = usePrinting()
  const roomy = useRoom(box) || prints
  const ready = useRested(row.id, CURSOR_REST_MS)
  const [own, setOwn] = useState('')
  // Going where one has gone before is going there again: the record may have been scrolled meanwhile.
  const [goes, setGoes] = useState(0)
  const sections = shownSections(of)
  const first = sections[0]?.code ?? ''
  const wanted = p.section ?? own
  const from = sections.some((s) => s.code === wanted) ? wanted : first
  const [seen, setSeen] = useState(from)
  const front = roomy && sections.some((s) => s.code === seen) ? seen : from

  const show = (code: string) => {
    setOwn(code)
    setSeen(code)
    setGoes((n) => n + 1)
    p.onSection?.(code)
  }
  const step = (by: number): string => {
    const at = sections.findIndex((s) => s.code === front)
    return sections[(at + by + sections.length) % sections.length]?.code ?? first
  }
  // rows are added where one is, else in the first section that takes some
  const adders = useAdders(of, row, sections)
  const adder = adders.find(({ code }) => code === front) ?? adders[0]
  const addRow = () => {
    if (!adder) return
    if (adder.code !== front) show(adder.code)
    void addRowTo(of, row, adder.child)
  }
  // Keys look at this moment's sections, not at those of the render that gave the ports.
  const now = useRef({ show, step, sections, addRow })
  now.current = { show, step, sections, addRow }
  useEffect(
    () =>
      providePorts({
        grid: {
          comment: () => {
            if (!now.current.sections.some((s) => s.code === COMMENTS_SECTION))
              return { is: 'nothing', why: t('recordPage.noComments') }
            now.current.show(COMMENTS_SECTION)
            want(COMMENTS_SECTION)
            return done
          },
          nextSection: (by) => {
            now.current.show(now.current.step(by))
            return done
          },
          addRow: () => {
            now.current.addRow()
            return done
          },
          section: (which) => {
            const found = now.current.sections.find((s, n) => s.code === which || n + 1 === which)
            if (!found) return { is: 'nothing', why: t('recordPage.noSection', { n: which }) }
            now.current.show(found.code)
            if (found.code === which) want(which)
            return done
          },
        },
      }),
    [t],
  )
  const count = sections.length
  const traced = sections.some((s) => s.code === TRACE)
  const addsRows = adder !== undefined
  useEffect(() => {
    setContext({ sections: count, traced, addsRows })
    return () => setContext({ sections: 0, traced: false, addsRows: false })
  }, [count, traced, addsRows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front is another one
  useLayoutEffect(() => {
    strip.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front])

  const onArrow = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    e.preventDefault()
    e.stopPropagation()
    const next = step(by)
    show(next)
    document.getElementById(`${base}-${next}`)?.focus()
  }
  const drawn = (section: SectionProps['section'], isReady: boolean) => (
    <>
      {section.code === first &&
        headSections(of).map((s) => (
          <SectionView key={s.code} section={s} of={of} lifecycle={lifecycle} row={row} ready={isReady} under={under} />
        ))}
      <SectionView section={section} of={of} lifecycle={lifecycle} row={row} ready={isReady} under={under} />
    </>
  )
  const single = sections.find((s) => s.code === from)
  return (
    <>
      <div ref={strip} className="record-tabs" role="tablist" aria-label={t('recordPage.sections')} onKeyDown={onArrow}>
        {sections.map((x) => (
          <button
            key={x.code}
            type="button"
            role="tab"
            id={`${base}-${x.code}`}
            aria-selected={x.code === front}
            aria-controls={roomy ? `${base}-at-${x.code}` : `${base}-body`}
            tabIndex={x.code === front ? 0 : -1}
            onClick={() => show(x.code)}
          >
            {label(titleOfSection(x), language)}
            {x.code === COMMENTS_SECTION && <CommentCount resource={of.id} record={row.id} ready={ready} />}
          </button>
        ))}
      </div>
      <div
        ref={box}
        className="record-body"
        {...(roomy ? {} : { role: 'tabpanel', id: `${base}-body`, 'aria-labelledby': `${base}-${from}` })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {roomy ? (
          <Stack
            box={box}
            sections={sections}
            id={row.id}
            from={from}
            goes={goes}
            ready={ready}
            whole={prints}
            under={under}
            base={base}
            draw={drawn}
            onFront={(code, byHand) => {
              setSeen(code)
              // Back at the top: the next records begin there again.
              if (byHand && code === first && from !== first && box.current?.scrollTop === 0) {
                setOwn(first)
                p.onSection?.(first)
              }
            }}
            onNear={p.onNear}
          />
        ) : (
          single && <div key={single.code}>{drawn(single, ready)}</div>
        )}
      </div>
    </>
  )
}
