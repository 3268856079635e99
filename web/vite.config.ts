import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messagesByGroup } from './build/messages-by-group.ts'

/** One shared chunk for what every page needs, so that a page is at most three scripts: entry, React, its own. */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  { name: 'shop', test: /[\\/](web|contract|domain)[\\/]src[\\/]/, minShareCount: 4, priority: 1 },
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
