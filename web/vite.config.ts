import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messagesByGroup } from './build/messages-by-group.ts'

/**
 * Few scripts rather than many small ones: React (which changes seldom and stays in caches), the entry with all it names
 * as everyday, what tickets and vouchers are chosen with, what one signs in with, what the steps of the checkout share, and the page itself.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'entry', tags: ['$initial' as const], priority: 2 },
  {
    name: 'choose',
    test: /[\\/]ui[\\/](OptionGroup|Quantity\w+|StickyBar|Disclosure|DateTile)\.|[\\/]pages[\\/]Html\./,
    priority: 1,
  },
  {
    name: 'account',
    test: /[\\/]src[\\/](account|people)[\\/]|[\\/](CodeField|CopyField|use-copy|Panel|Checkbox|limits)\.|\?group=signIn/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'checkout',
    test: /[\\/]web[\\/]src[\\/]checkout[\\/]|messages\.\w+\.ts\?group=(checkout|completed)/,
    minShareCount: 2,
  },
]

/**
 * Two builds of the same pages: what the browser loads (dist/client, with a manifest for the server), and what the
 * server renders with (dist/ssr/render.js, one file that carries its own React).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), messagesByGroup()],
  // Everything comes from the shop's own address and no script stands in the page, so the policy can forbid the rest.
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: 'src/render.tsx', output: { entryFileNames: 'render.js', codeSplitting: false } }
      : { input: 'src/main.tsx', output: { codeSplitting: { groups: CHUNKS } } },
  },
  // React's server code chooses by it, and the server must not run the slow one.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: true, target: 'node' },
}))
