import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { constantsInPlace } from './build/constants-in-place.ts'
import { plainPreload } from './build/plain-preload.ts'
import { precompressed } from './build/precompressed.ts'
import { sentencesInPlace } from './build/sentences-in-place.ts'
import { shortNames } from './build/short-names.ts'

/**
 * At most three scripts for a page: what every page needs (React and what src/shared-chunk.ts names), the page itself, and in
 * the checkout the step. What most steps share is part of the checkout's script. What the payment step, its methods and the
 * consents share is one script more, because the basket page doesn't need it.
 */
const CHUNKS = [
  { name: 'shop', tags: ['$initial' as const], priority: 4 },
  { name: 'shop', test: /rolldown[\\/]runtime|preload-helper/, priority: 4 },
  { name: 'checkout', test: /[\\/]checkout[\\/]page\.tsx$/, priority: 2 },
  { name: 'payment-shared', test: /[\\/]checkout[\\/].*[\\/](billing|payment-state|consents)\.ts$/, priority: 1 },
  { name: 'browse', test: /[\\/]pages[\\/]browse[\\/]/, minShareCount: 2 },
  { name: 'card', test: /[\\/]src[\\/]card[\\/]/, minShareCount: 2 },
]

/**
 * Two builds of the same pages for each language: for the browser (dist/client, with a manifest for the server), and for
 * rendering on the server (dist/ssr/render.js, one file with its own React). `vite build --mode fr` is the French one, beside
 * the English one, whose files come first.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    sentencesInPlace(mode === 'fr' ? 'fr' : 'en'),
    constantsInPlace(),
    plainPreload(),
    precompressed(),
  ],
  publicDir: mode === 'fr' ? false : 'public',
  css: { modules: { generateScopedName: shortNames(`${import.meta.dirname}/src`) } },
  // Everything comes from the shop's own origin, and a page has no inline scripts but those that the server writes
  // (decisions 021 and 093), so the content security policy can forbid the rest.
  build: {
    target: 'es2023',
    // Older browsers get no prefixed masks, which are only decoration.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'],
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    // A watch of the office builds into the same folder.
    emptyOutDir: mode !== 'fr' && !process.argv.includes('--watch'),
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // One stylesheet, which the next page has in its cache.
    cssCodeSplit: false,
    manifest: !isSsrBuild && (mode === 'fr' ? '.vite/manifest.fr.json' : true),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {
          input: 'src/render.tsx',
          output: { entryFileNames: mode === 'fr' ? 'render.fr.js' : 'render.js', codeSplitting: false },
        }
      : { input: 'src/main.tsx', output: { codeSplitting: { groups: CHUNKS } } },
  },
  // React's server code chooses by it, and the server must not run the slow one.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: true, target: 'node' },
}))
