import { expect, it } from 'vitest'
import { offlineAssets, pageAssets } from './assets.ts'

const MANIFEST = {
  'src/main.tsx': {
    file: 'assets/main.js',
    css: ['assets/main.css'],
    assets: ['assets/font.woff2'],
    imports: ['_react.js'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_choose.js': { file: 'assets/choose.js', css: ['assets/choose.css'], imports: ['_react.js', 'src/main.tsx'] },
  'src/pages/event/page.tsx': { file: 'assets/event.js', css: ['assets/event.css'], imports: ['_choose.js'] },
}

it('names every file of a page once, the styles with the layers first', () => {
  expect(pageAssets(MANIFEST, 'event')).toEqual({
    script: '/assets/main.js',
    styles: ['/assets/main.css', '/assets/choose.css', '/assets/event.css'],
    preloads: ['/assets/react.js', '/assets/choose.js', '/assets/event.js'],
    fonts: ['/assets/font.woff2'],
  })
})

it('what is kept for a page without a network is all it may load later too, and no other page', () => {
  const manifest = {
    ...MANIFEST,
    'src/main.tsx': { ...MANIFEST['src/main.tsx'], dynamicImports: ['src/pages/event/page.tsx', 'src/other.tsx'] },
    'src/other.tsx': { file: 'assets/other.js' },
    'src/pages/event/page.tsx': { ...MANIFEST['src/pages/event/page.tsx'], dynamicImports: ['later.ts'] },
    'later.ts': { file: 'assets/later.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'assets/deep.js' },
  }
  const kept = offlineAssets(manifest, 'event')
  expect(kept).toEqual(expect.arrayContaining(['/assets/later.js', '/assets/deep.js', '/assets/font.woff2']))
  expect(kept).not.toContain('/assets/other.js')
})
