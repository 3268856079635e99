import { z } from 'zod'

/**
 * How many proxies are in front of the shop (`true` is one), or their addresses. Forwarded addresses from any other sender are
 * ignored; otherwise a sender could evade the limits per network address with made-up ones.
 */
export const proxies = z.string().transform((value, context) => {
  if (value === 'false' || value === '0') return false
  if (value === 'true') return 1
  if (/^\d$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (
    addresses.every((address) =>
      /^(?:loopback|linklocal|uniquelocal|[\da-f.:]*[.:][\da-f.:]*(?:\/\d{1,3})?)$/i.test(address),
    )
  )
    return addresses
  context.addIssue('is true, false, a number of proxies, or their addresses')
  return z.NEVER
})
