/** Returns a function that computes its result once for each object it is given. Results go with their object. */
export const once = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => {
  const known = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const there = known.get(of)
    if (there) return there.value
    const value = make(of)
    known.set(of, { value })
    return value
  }
}
