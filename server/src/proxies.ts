import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** What the names of networks stand for, as the framework reads them. */
const NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** An address, a network such as 10.0.0.0/8, or the name of one. */
function isAddress(text: string): boolean {
  if (text in NETWORKS) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/**
 * How many proxies are in front of the shop (`true` is one), or their addresses. Forwarded addresses from any other sender are
 * ignored; otherwise a sender could evade the limits per network address with made-up ones.
 */
export const proxies = z.string().transform((value, context) => {
  if (value === 'false' || value === '0') return false
  if (value === 'true') return 1
  if (/^\d$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (addresses.every(isAddress)) return addresses
  context.addIssue('is true, false, a number of proxies, or their addresses')
  return z.NEVER
})

/** Whether an address that connects to the shop is one of these proxies. With a number of proxies, every address is. */
export function isProxy(trusted: false | number | readonly string[]): (address: string) => boolean {
  if (typeof trusted === 'number') return () => trusted > 0
  const proxyList = new BlockList()
  for (const network of (trusted || []).flatMap((name) => NETWORKS[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxyList.addAddress(address, version)
    else proxyList.addSubnet(address, Number(bits), version)
  }
  return (address) => proxyList.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
