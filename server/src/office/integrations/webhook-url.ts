import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Networks that are not on the public internet, or are reserved there. */
const NOT_PUBLIC =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** In IPv6, only allocated addresses are public, except those for documentation and those that carry an IPv4 address. */
const ALLOCATED_V6 = '2000::/3'
const NOT_PUBLIC_V6 = '2001::/32 2001:db8::/32 2002::/16 3fff::/20'

function listOf(networks: string, kind: 'ipv4' | 'ipv6', list = new BlockList()): BlockList {
  for (const network of networks.split(' ')) {
    const [start, bits] = network.split('/') as [string, string]
    list.addSubnet(start, Number(bits), kind)
  }
  return list
}
const reserved = listOf(NOT_PUBLIC_V6, 'ipv6', listOf(NOT_PUBLIC, 'ipv4'))
const allocated = listOf(ALLOCATED_V6, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const kindOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

export const isPublicAddress = (ip: string): boolean =>
  isIP(ip) !== 0 && !reserved.check(ip, kindOf(ip)) && (isIP(ip) === 4 || allocated.check(ip, 'ipv6'))
const isLoopback = (ip: string): boolean => isIP(ip) !== 0 && loopback.check(ip, kindOf(ip))

/** The host of an address as `node:net` takes it: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** A shop that runs on localhost may send to programs on the same machine. */
const isLocalShop = ({ live, publicUrl }: Pick<Config, 'live' | 'publicUrl'>): boolean => {
  const host = hostOf(new URL(publicUrl))
  return live === null && (host === 'localhost' || isLoopback(host))
}

/** Whether messages may be sent to this network address. It is checked for the address that a connection really uses. */
// guard: webhook-to-public-address
export const mayReach = (config: Pick<Config, 'live' | 'publicUrl'>, ip: string): boolean =>
  isPublicAddress(ip) || (isLocalShop(config) && isLoopback(ip))

/** The URL of a webhook as it is stored; null if it isn't allowed. */
export function webhookUrl(config: Pick<Config, 'live' | 'publicUrl'>, typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = hostOf(url)
  const isHere = isLocalShop(config) && (host === 'localhost' || isLoopback(host))
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (isIP(host) !== 0) return mayReach(config, host) ? url.href : null
  // Names without a dot, and those that only work inside a network, aren't allowed.
  const name = host.replace(/\.$/, '')
  if (!isHere && (!name.includes('.') || /\.(?:localhost|local|internal|lan|home|arpa)$/.test(name))) return null
  return url.href
}
