import type { Plugin } from 'vite'

const IMPORT = /import\s*\{([^}]+)\}\s*from\s*(['"])([^'"]*\/messages\.[a-z]{2}\.ts)\2/g

/**
 * Makes each group of sentences a module of its own, so that a page carries only the groups it names although the
 * catalogue is one file per language: `import { common, shop } from '…/messages.en.ts'` becomes one import per group
 * of the same file under another address, and what such a copy does not give out is dropped as unused.
 */
export const messagesByGroup = (): Plugin => ({
  name: 'messages-by-group',
  enforce: 'pre',
  transform: (code) => {
    if (!code.includes('/messages.')) return
    const split = code.replace(IMPORT, (_, names: string, quote: string, file: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => `import { ${name} } from ${quote}${file}?group=${name.split(/\s/)[0]}${quote}`)
        .join(';'),
    )
    return { code: split, map: null }
  },
})
