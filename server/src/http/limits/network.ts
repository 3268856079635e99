import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** The first six groups of an IPv4 address written as IPv6: mapped by a socket, or translated by a gateway (RFC 6052). */
const IPV4_IN_IPV6 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/**
 * The network of an address, as rate limits count it. A household or phone owns a whole /64 of IPv6 addresses and can use a
 * new one for each request. An IPv4 address in any IPv6 notation counts as IPv4, and a port does not count. Everything else
 * is one network, so that nobody evades a limit with an invented address.
 */
export function networkOf(ip: string): string {
  const text = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  if (isIPv4(text)) return text
  const groups = groupsOf(text.replace(/\/64$/, ''))
  if (groups === null) return 'unknown'
  const [high, low] = groups.slice(-2) as [number, number]
  if (IPV4_IN_IPV6.includes(hex(groups.slice(0, -2)))) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${hex(groups.slice(0, 4))}::/64`
}

/** The networks that a hit of this one counts for: an IPv6 network (/64) counts for its /48 too. */
export function networksOf(network: string): string[] {
  const isIPv6Network = network.endsWith('::/64')
  return [network, ...(isIPv6Network ? [`${network.split(':').slice(0, 3).join(':')}::/48`] : [])]
}

/**
 * How many times a limit each of `networksOf` may reach it: a carrier has many customers in a /48, but a customer can also have
 * a /48 of their own, with 65,536 networks to send from.
 */
export const TIMES_LIMIT = [1, 16] as const

const hex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')

function groupsOf(ip: string): number[] | null {
  if (!isIPv6(ip)) return null
  const [address = ''] = ip.split('%')
  const [head = '', tail] = address.split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after]
}

const groupsIn = (text: string): number[] =>
  (text === '' ? [] : text.split(':')).flatMap((part) => {
    if (!isIPv4(part)) return [Number.parseInt(part, 16)]
    const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number]
    return [(a << 8) | b, (c << 8) | d]
  })
