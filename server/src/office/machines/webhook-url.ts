import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Networks that are not on the public internet, or that are not anybody's address there. */
const NOT_PUBLIC =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** Of IPv6, only what is given out is public, without documentation and without what carries an IPv4 address. */
const GIVEN_OUT = '2000::/3'
const NOT_PUBLIC_V6 = '2001::/32 2001:db8::/32 2002::/16 3fff::/20'

function listOf(networks: string, kind: 'ipv4' | 'ipv6', list = new BlockList()): BlockList {
  for (const network of networks.split(' ')) {
    const [start, bits] = network.split('/') as [string, string]
    list.addSubnet(start, Number(bits), kind)
  }
  return list
}
const inside = listOf(NOT_PUBLIC_V6, 'ipv6', listOf(NOT_PUBLIC, 'ipv4'))
const given = listOf(GIVEN_OUT, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const kindOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

export const isPublicAddress = (ip: string): boolean =>
  isIP(ip) !== 0 && !inside.check(ip, kindOf(ip)) && (isIP(ip) === 4 || given.check(ip, 'ipv6'))
const isLoopback = (ip: string): boolean => isIP(ip) !== 0 && loopback.check(ip, kindOf(ip))

/** The host of an address as `node:net` takes it: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** A shop that is tried out on one machine may tell programs on that machine. */
const isTriedOut = ({ live, publicUrl }: Pick<Config, 'live' | 'publicUrl'>): boolean => {
  const host = hostOf(new URL(publicUrl))
  return live === null && (host === 'localhost' || isLoopback(host))
}

/** Whether messages may go to this network address. It is asked for the address that a connection really uses. */
// guard: webhook-leaves-the-house
export const mayReach = (config: Pick<Config, 'live' | 'publicUrl'>, ip: string): boolean =>
  isPublicAddress(ip) || (isTriedOut(config) && isLoopback(ip))

/** The address of a webhook as it is kept; null if it may not be one. */
export function webhookUrl(config: Pick<Config, 'live' | 'publicUrl'>, typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = hostOf(url)
  const isHere = isTriedOut(config) && (host === 'localhost' || isLoopback(host))
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (isIP(host) !== 0) return mayReach(config, host) ? url.href : null
  // Names without a dot, and those that are only good inside a network.
  const name = host.replace(/\.$/, '')
  if (!isHere && (!name.includes('.') || /\.(?:localhost|local|internal|lan|home|arpa)$/.test(name))) return null
  return url.href
}
