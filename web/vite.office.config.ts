import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompressed } from './build/precompressed.ts'
import { sentencesInPlace } from './build/sentences-in-place.ts'
import { shortNames } from './build/short-names.ts'

/** The office's own build, beside the shop's: its sheet and script weigh nothing on a page of the shop. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  // The shop's build has put these there.
  publicDir: false,
  plugins: [react(), sentencesInPlace(), precompressed()],
  css: { modules: { generateScopedName: shortNames(`${import.meta.dirname}/src`) } },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'],
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    emptyOutDir: false,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    manifest: isSsrBuild ? false : '.vite/office.json',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: 'src/office/render.tsx', output: { entryFileNames: 'office.js', codeSplitting: false } }
      : {
          input: { office: 'src/office/main.tsx' },
          output: {
            codeSplitting: {
              // React, what every page needs with what src/office/shared-chunk.ts names, and the page itself.
              groups: [
                { name: 'office-react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
                { name: 'office', tags: ['$initial' as const], priority: 1 },
                { name: 'office', test: /rolldown[\\/]runtime|preload-helper/, priority: 1 },
              ],
            },
            // Fonts keep the names that the shop's build gave them.
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/office-[hash][extname]' : 'assets/[name]-[hash][extname]',
          },
        },
  },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: true, target: 'node' },
}))
