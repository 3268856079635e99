import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../http/public-address.ts'
import { canSendTo, webhookUrl } from './webhook-url.ts'

const LIVE = { live: 'production', publicUrl: 'https://shop.example' }
const TRIED_OUT = { live: null, publicUrl: 'http://localhost:3000' }
const TRIED_ELSEWHERE = { live: null, publicUrl: 'http://demo.example' }

describe('a webhook URL', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    '203.0.113.9',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'not an address',
    '',
  ])('%s is not public', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
    expect(canSendTo(LIVE, ip)).toBe(false)
    expect(canSendTo(TRIED_ELSEWHERE, ip)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (ip) => {
      expect(canSendTo(LIVE, ip)).toBe(true)
    },
  )

  it('may be localhost only in a demo shop', () => {
    expect([canSendTo(TRIED_OUT, '127.0.0.1'), canSendTo(TRIED_OUT, '::1')]).toEqual([true, true])
    expect([canSendTo(TRIED_OUT, '169.254.169.254'), canSendTo(TRIED_OUT, '10.0.0.1')]).toEqual([false, false])
  })

  it.each([
    'http://programs.example/',
    'ftp://programs.example/',
    'programs.example',
    '',
    'javascript:alert(1)',
    'https://user:secret@programs.example/',
    'https://programs.example/#x',
    'https://localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://localhost./',
    'https://programs.example:22/',
    'https://programs.example:80/',
    'https://programs.example:8443/',
    'https://93.184.216.34:6379/',
  ])('refuses %s', (url) => {
    expect(webhookUrl(LIVE, url)).toBeNull()
  })

  it('must be https, or http on localhost in a demo shop', () => {
    expect(webhookUrl(LIVE, 'https://programs.example/foyer?key=1')).toBe('https://programs.example/foyer?key=1')
    expect(webhookUrl(TRIED_OUT, 'http://127.0.0.1:4000/')).toBe('http://127.0.0.1:4000/')
    expect(webhookUrl(TRIED_OUT, 'http://localhost:4000/')).toBe('http://localhost:4000/')
    expect(webhookUrl(TRIED_OUT, 'http://programs.example/')).toBeNull()
    expect(webhookUrl(TRIED_ELSEWHERE, 'http://127.0.0.1:4000/')).toBeNull()
    expect(webhookUrl(LIVE, 'https://programs.example:443/')).toBe('https://programs.example/')
    expect(webhookUrl(TRIED_OUT, 'https://programs.example:8443/')).toBe('https://programs.example:8443/')
    expect(webhookUrl(TRIED_OUT, 'https://programs.example:22/')).toBeNull()
  })
})
