import { BlockList, isIP } from 'node:net'

/** Networks that are not on the public internet, or are reserved there. */
const RESERVED_V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
/** In IPv6, only allocated addresses are public, except those for protocols and documentation, and those that hold an IPv4 address. */
const ALLOCATED_V6 = '2000::/3'
const RESERVED_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

function listOf(networks: string, kind: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks.split(' ')) {
    const [start, bits] = network.split('/') as [string, string]
    list.addSubnet(start, Number(bits), kind)
  }
  return list
}
const reservedV4 = listOf(RESERVED_V4, 'ipv4')
const reservedV6 = listOf(RESERVED_V6, 'ipv6')
const allocatedV6 = listOf(ALLOCATED_V6, 'ipv6')

/** Whether an IP address is on the public internet, so that the shop may connect to it for others. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !reservedV4.check(address, 'ipv4')
  return version === 6 && allocatedV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6')
}
