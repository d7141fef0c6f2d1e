const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** (Not by a pattern: one that is sought at each of many slashes takes as long as their square.) */
const segments = (path: string): string[] => {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end).split('/')
}

/** The parameters of a path that an address meets; null where it does not. Case and a slash at the end do not count. Pure. */
export function matchRoute(route: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, there] = [segments(route), segments(path)]
  if (wanted.length !== there.length) return null
  const params: Record<string, string> = {}
  for (const [i, segment] of wanted.entries()) {
    const value = there[i] ?? ''
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decoded(value)
    else if (segment.toLowerCase() !== value.toLowerCase()) return null
  }
  return params
}
