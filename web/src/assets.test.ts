import type { Checkout } from '@foyer/contract/types.ts'
import { expect, it } from 'vitest'
import { offlineAssets, pageAssets } from './assets.ts'

const MANIFEST = {
  'src/main.tsx': { file: 'assets/main.js', assets: ['assets/font.woff2'] },
  'style.css': { file: 'assets/style.css' },
  '_shared.js': { file: 'assets/shared.js', imports: ['src/main.tsx'] },
  'src/pages/event/page.tsx': { file: 'assets/event.js', imports: ['_shared.js', 'src/main.tsx'] },
  '_checkout-1.js': { file: 'assets/checkout.js', name: 'checkout', imports: ['src/main.tsx'] },
  'src/checkout/steps/gift-aid/gift-aid.tsx': { file: 'assets/gift-aid.js', imports: ['_checkout-1.js'] },
}

it('lists every file of a page once', () => {
  expect(pageAssets(MANIFEST, 'event', { dates: [] } as never)).toEqual({
    script: '/assets/main.js',
    styles: ['/assets/style.css'],
    preloads: ['/assets/event.js', '/assets/shared.js'],
  })
})

it('files stored for an offline page include all it may load later, and no other page’s', () => {
  const manifest = {
    ...MANIFEST,
    'src/main.tsx': { ...MANIFEST['src/main.tsx'], dynamicImports: ['src/pages/event/page.tsx', 'src/other.tsx'] },
    'src/other.tsx': { file: 'assets/other.js' },
    'src/pages/event/page.tsx': { ...MANIFEST['src/pages/event/page.tsx'], dynamicImports: ['later.ts'] },
    'later.ts': { file: 'assets/later.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'assets/deep.js' },
  }
  const assets = offlineAssets(manifest, 'event')
  expect(assets).toEqual(
    expect.arrayContaining(['/assets/later.js', '/assets/deep.js', '/assets/font.woff2', '/assets/style.css']),
  )
  expect(assets).not.toContain('/assets/other.js')
})

it('names the script of the seating plan for an event with numbered seats only', () => {
  const manifest = { ...MANIFEST, 'src/pages/event/seated.tsx': { file: 'assets/seated.js', imports: ['_shared.js'] } }
  const of = (...tickets: object[]) => pageAssets(manifest, 'event', { dates: [{ tickets }] } as never).preloads
  expect(of({ seats: [] })).toEqual([...of({}), '/assets/seated.js'])
  expect(of({})).not.toContain('/assets/seated.js')
})

it('names the script of the sale’s current step', () => {
  const at = (state: Checkout['state']) =>
    pageAssets(MANIFEST, 'checkout', { checkout: { state } as Checkout }).preloads
  expect(at('gift_aid')).toEqual(['/assets/checkout.js', '/assets/gift-aid.js'])
  expect(at('captcha')).toEqual(['/assets/checkout.js'])
})
