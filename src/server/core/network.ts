import { isIPv6 } from 'node:net'

/** Some proxies write the port of each connection behind the address: `203.0.113.7:49152`, `[2001:db8::1]:49152`. */
const withoutPort = (address: string): string => {
  const [, v6, v4] = /^(?:\[([0-9a-f:.%\w]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/**
 * An address as it is counted. One customer has all 64 low bits of an IPv6 address: its network counts
 * (`2001:db8:1:2::/64`).
 * IPv4 also where it is written as IPv6; anything else as it is, at most 64 characters. Pure.
 */
export function networkOf(address: string): string {
  const ip = withoutPort(address)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip.slice(0, 64)
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right]
  const network = groups.slice(0, 4).map((g) => g.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
