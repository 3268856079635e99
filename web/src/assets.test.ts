import { expect, it } from 'vitest'
import { pageAssets } from './assets.ts'

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
