import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { childShown, type Section } from '../../model/language/section.ts'
import { label } from '../../model/values/label.ts'
import { useWords } from '../i18n/index.ts'
import type { SectionProps } from './base/sectionProps.ts'
import { titleOfSection } from './base/sections.ts'
import { inFront } from './inFront.ts'

interface StackProps {
  /** Scrolling element. */
  readonly box: RefObject<HTMLElement | null>
  readonly sections: readonly Section[]
  /** The record. */
  readonly id: string
  /** The section a record begins with, and how often somebody went to one. */
  readonly from: string
  readonly goes: number
  readonly ready: boolean
  /** All sections are drawn, however far from the screen. */
  readonly whole: boolean
  readonly under: SectionProps['under']
  /** Prefix of element ids. */
  readonly base: string
  draw(section: Section, ready: boolean): ReactNode
  /** Another section is in front. `byHand`: scrolled by the person, not gone to. */
  onFront(code: string, byHand: boolean): void
  onNear?(codes: readonly string[]): void
}

/** Events by which a person scrolls. */
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * All sections of a record, one below the other. A section is drawn, and asked for, when it is near the screen. Each
 * record begins where `from` says; until the person scrolls, that section stays in its place while others fill.
 */
export function Stack(p: StackProps) {
  const { box, id, from, goes, sections } = p
  const inner = useRef<HTMLDivElement>(null)
  const parts = useRef(new Map<string, HTMLElement>())
  const byHand = useRef(false)
  const near = useNear(box, parts, sections, from)
  const onFront = useRef(p.onFront)
  onFront.current = p.onFront

  const first = sections[0]?.code
  const begin = useRef(() => {})
  begin.current = () => {
    const at = parts.current.get(from)
    if (!box.current || !at) return
    box.current.scrollTop = from === first ? 0 : at.offsetTop
    onFront.current(from, false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record, or gone to a section (again)
  useLayoutEffect(() => {
    byHand.current = false
    begin.current()
  }, [id, from, goes])

  useEffect(() => {
    const place = box.current
    if (!place || !inner.current) return
    const hand = () => {
      byHand.current = true
    }
    const look = () => {
      if (!byHand.current) return
      const tops = [...parts.current].map(([code, el]) => ({ code, top: el.offsetTop }))
      const found = inFront(tops, place)
      if (found) onFront.current(found, true)
    }
    for (const kind of HANDS) place.addEventListener(kind, hand, { passive: true })
    place.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(() => (byHand.current ? look() : begin.current()))
    watch.observe(inner.current)
    return () => {
      for (const kind of HANDS) place.removeEventListener(kind, hand)
      place.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [box])

  const { onNear } = p
  useEffect(() => onNear?.([...near]), [near, onNear])

  return (
    <div ref={inner}>
      {sections.map((section) => (
        <Part
          key={section.code}
          {...p}
          section={section}
          isFirst={section.code === first}
          near={p.whole || near.has(section.code)}
          place={(el) => {
            if (el) parts.current.set(section.code, el)
            else parts.current.delete(section.code)
          }}
        />
      ))}
    </div>
  )
}

/** How far from the screen a section is fetched already. */
const MARGIN = '160px 0px'

/** Codes of the sections on the screen or near it; always the one that records begin with. */
function useNear(
  box: RefObject<HTMLElement | null>,
  parts: RefObject<ReadonlyMap<string, HTMLElement>>,
  sections: readonly Section[],
  from: string,
): ReadonlySet<string> {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set([from]))
  const codes = sections.map((s) => s.code).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `codes` are the sections by value
  useEffect(() => {
    const watch = new IntersectionObserver(
      (changes) =>
        setNear((before) => {
          const now = new Set(before)
          for (const { target, isIntersecting } of changes) {
            const code = (target as HTMLElement).dataset.section ?? ''
            if (isIntersecting) now.add(code)
            else now.delete(code)
          }
          return now
        }),
      { root: box.current, rootMargin: MARGIN },
    )
    for (const el of parts.current.values()) watch.observe(el)
    return () => watch.disconnect()
  }, [box, parts, codes])
  return near.has(from) ? near : new Set([...near, from])
}

/** Height of a section that was never drawn, px. */
const UNKNOWN = 240

/** A section under its title; only the room for it while it is far from the screen. */
function Part(
  p: StackProps & {
    readonly section: Section
    readonly isFirst: boolean
    readonly near: boolean
    place(el: HTMLElement | null): void
  },
) {
  const { language } = useWords()
  const { section, id, base } = p
  const Heading = p.under === 'h2' ? 'h3' : 'h2'
  const body = useRef<HTMLDivElement>(null)
  const drawnFor = useRef('')
  const wasDrawn = useRef(false)
  const tall = useRef(UNKNOWN)
  if (p.near) drawnFor.current = id
  const drawn = drawnFor.current === id
  // The next record is of about the same size: what is below stays in its place. Measured before this render empties it.
  if (!drawn && wasDrawn.current) tall.current = body.current?.offsetHeight || UNKNOWN
  wasDrawn.current = drawn
  return (
    <section
      ref={p.place}
      id={`${base}-at-${section.code}`}
      className="part"
      data-section={section.code}
      data-rows={childShown(section) ? '' : undefined}
      aria-labelledby={`${base}-of-${section.code}`}
    >
      <Heading id={`${base}-of-${section.code}`} className={p.isFirst ? 'visually-hidden' : undefined}>
        {label(titleOfSection(section), language)}
      </Heading>
      <div ref={body} style={drawn ? undefined : { height: tall.current }}>
        {drawn ? p.draw(section, p.ready && p.near) : null}
      </div>
    </section>
  )
}
