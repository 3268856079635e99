import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a .br and a .gz file beside each script and stylesheet, compressed once at the highest level. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|svg)$/.test(file))) {
      const file = join(dir, name)
      const content = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  },
})
