import { expect, it } from 'vitest'
import { networkOf, networksOf } from './network.ts'

it.each([
  ['198.51.100.7', '198.51.100.7'],
  // A dual-stack socket reports IPv4 like this, and some proxies in hexadecimal.
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:c633:6407', '198.51.100.7'],
  // A translator in front of a shop that has only IPv6.
  ['64:ff9b::198.51.100.7', '198.51.100.7'],
  ['64:ff9b::c633:6407', '198.51.100.7'],
  // Some proxies append the port.
  ['198.51.100.7:50123', '198.51.100.7'],
  ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:198.51.100.7', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
  expect(networkOf(networkOf(ip))).toBe(network)
})

it.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4, 5.6.7.8', 'a'.repeat(5000), ':::', '1:2:3::4::5'])(
  'limits count everything that is not an address as one network: %s',
  (ip) => expect(networkOf(ip)).toBe('unknown'),
)

it.each([
  ['2001:db8:1:2::/64', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['0:0:0:0::/64', ['0:0:0:0::/64', '0:0:0::/48']],
  ['198.51.100.7', ['198.51.100.7']],
  ['unknown', ['unknown']],
])('a hit of %s counts for %s', (network, all) => expect(networksOf(network)).toEqual(all))
