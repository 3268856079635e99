import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { runAlone } from './run-alone.ts'

const IMPORT = /import\s*\{([^}]+)\}\s*from\s*(['"])([^'"]*\/messages\.ts)\2/g

type Catalogue = Record<string, Record<string, string>>

/**
 * Replaces each key by its sentence: `t['title.basket']` becomes `"Basket"`. So a page's script contains only
 * the sentences that it can show, and no keys, although the catalogue is one file per language. There is a build for each
 * language, in which `language()` is a constant, so that none contains the date and money formats of another.
 */
export const sentencesInPlace = (language = 'en'): Plugin => ({
  name: 'sentences-in-place',
  resolveId: {
    // Before the files are found: texts that are files of their own, such as the terms.
    order: 'pre',
    async handler(file, importer) {
      if (language === 'en' || !/^\.|\/texts\//.test(file) || !file.endsWith('.en.ts')) return null
      const found = await this.resolve(file, importer, { skipSelf: true })
      const translated = found?.id.replace(/\.en\.ts$/, `.${language}.ts`)
      return translated && existsSync(translated) ? translated : found
    },
  },
  // After types have been removed, so that only values are replaced.
  enforce: 'post',
  async transform(code, id) {
    let text = code.includes('/language.ts') ? code.replaceAll(/\blanguage\(\)/g, JSON.stringify(language)) : code
    if (!code.includes('/messages.ts')) return text === code ? undefined : { code: text, map: null }
    for (const [statement, names = '', , file = ''] of code.matchAll(IMPORT)) {
      const source = await this.resolve(file, id)
      if (!source) continue
      // The office has one language, and one file.
      const sentences = source.id.replace(/\/messages\.ts$/, `/messages.${language}.ts`)
      this.addWatchFile(sentences)
      const catalogue = await read(sentences)
      text = text.replace(statement, '')
      for (const [group, alias] of aliasesOf(names)) {
        text = inPlace(text, alias, catalogue[group] ?? {})
        const left = new RegExp(`\\.\\.\\.${alias}\\b|(?<![\\w$.'"\`])${alias}\\[`).exec(text)
        if (left) this.error(`A sentence is named by its key in quotes: ${text.slice(left.index, left.index + 60)}`)
      }
    }
    return { code: text, map: null }
  },
})

const read = (file: string): Promise<Catalogue> => runAlone(file)

/** `common, checkout as t` */
const aliasesOf = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/))
    .filter(([group]) => group)
    .map(([group, alias = group]) => [group, alias] as [string, string])

function inPlace(code: string, alias: string, sentences: Record<string, string>): string {
  const named = new RegExp(`(?<![\\w$.'"\`])${alias}(?:\\[(['"])([^'"]+)\\1\\]|\\.(\\w+))`, 'g')
  return code.replace(named, (whole, _, key?: string, word?: string) => {
    const sentence = sentences[key ?? word ?? '']
    return sentence === undefined ? whole : JSON.stringify(sentence)
  })
}
