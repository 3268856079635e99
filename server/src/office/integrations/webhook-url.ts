import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { hostOf } from '../../http/hostile-address.ts'
import { isPublicAddress } from '../../http/public-address.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const kindOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

const isLoopback = (ip: string): boolean => isIP(ip) !== 0 && loopback.check(ip, kindOf(ip))

/** A shop that runs on localhost may send to programs on the same machine. */
const isLocalShop = ({ live, publicUrl }: Pick<Config, 'live' | 'publicUrl'>): boolean => {
  const host = hostOf(new URL(publicUrl))
  return live === null && (host === 'localhost' || isLoopback(host))
}

/** Whether messages may be sent to this network address. It is checked for the address that a connection really uses. */
// guard: webhook-to-public-address
export const canSendTo = (config: Pick<Config, 'live' | 'publicUrl'>, ip: string): boolean =>
  isPublicAddress(ip) || (isLocalShop(config) && isLoopback(ip))

/** Ports of a webhook: in a live shop only that of https, so that webhooks can't be used to look for other services. */
const TRIAL_PORTS = ['', '80', '8080', '8443']

/** The URL of a webhook as it is stored; null if it isn't allowed. */
export function webhookUrl(config: Pick<Config, 'live' | 'publicUrl'>, typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = hostOf(url)
  const isHere = isLocalShop(config) && (host === 'localhost' || isLoopback(host))
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return null
  if (!isHere && !(config.live === null ? TRIAL_PORTS.includes(url.port) : url.port === '')) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (isIP(host) !== 0) return canSendTo(config, host) ? url.href : null
  // Names without a dot, and those that only work inside a network, aren't allowed.
  const name = host.replace(/\.$/, '')
  if (!isHere && (!name.includes('.') || /\.(?:localhost|local|internal|lan|home|arpa)$/.test(name))) return null
  return url.href
}
