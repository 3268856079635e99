import { isIP } from 'node:net'
import { z } from 'zod'

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** An address, a network such as 10.0.0.0/8, or the name of one. */
function isAddress(text: string): boolean {
  if (NETWORKS.includes(text)) return true
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
