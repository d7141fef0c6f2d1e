import { isFields, same } from './same.ts'
import type { Setting } from './setting.ts'

const isTexts = (x: unknown): x is readonly string[] => Array.isArray(x) && x.every((one) => typeof one === 'string')

/** Mine without what they took away, and with what they added behind it. */
function mergeTexts(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const [was, there] = [new Set(base), new Set(theirs)]
  const left = mine.filter((one) => there.has(one) || !was.has(one))
  return [...left, ...theirs.filter((one) => !was.has(one) && !left.includes(one))]
}

type Heavier = NonNullable<Setting['heavier']>

/** Two changes of one value as one: the fields of objects each by itself, texts of lists by what was added and removed, else mine. */
function mergeValues(base: unknown, mine: unknown, theirs: unknown, heavier: Heavier | undefined): unknown {
  if (same(mine, theirs) || same(theirs, base)) return mine
  if (same(mine, base)) return theirs
  if (isFields(mine) && isFields(theirs)) {
    const was = isFields(base) ? base : {}
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    return Object.fromEntries(
      [...names].flatMap((name) => {
        const own = (of: Readonly<Record<string, unknown>>) => (Object.hasOwn(of, name) ? of[name] : undefined)
        const value = mergeValues(own(was), own(mine), own(theirs), heavier)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }
  if (isTexts(mine) && isTexts(theirs)) return mergeTexts(isTexts(base) ? base : [], mine, theirs)
  // removed by one side, changed by the other: the change is kept
  if (mine === undefined) return theirs
  if (theirs === undefined) return mine
  return heavier ? heavier(mine, theirs) : mine
}

/**
 * Returns one value of two changes to the same one, null for the default. `base`: the value that both were made to. Changes of
 * different fields are all kept, in whichever order they come. Pure.
 */
export function mergeSetting<T>(of: Setting<T>, base: unknown, mine: unknown, theirs: unknown): T | null {
  const whole = (value: unknown) => value ?? of.fallback
  const merged = mergeValues(whole(base), whole(mine), whole(theirs), of.heavier)
  const trimmed = of.trim ? of.trim(merged as T) : merged
  const good = of.check(trimmed) ?? of.check(mine)
  return good === null || same(good, of.fallback) ? null : good
}
