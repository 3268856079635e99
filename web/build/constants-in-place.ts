import type { Plugin } from 'vite'
import { runAlone } from './run-alone.ts'

const ICONS = /import\s*\{([^}]+)\}\s*from\s*(['"])([^'"]*\/icons\.ts)\2;?/g
const LIMITS = /import\s*\{\s*LIMITS\s*\}\s*from\s*(['"])([^'"]*\/limits\.ts)\1;?/
/** `LIMITS.text.name`: as far as it names plain values. */
const LIMIT = /(?<![\w$.])LIMITS((?:\.\w+)+)/g

/**
 * Writes icons and limits where they are used. A module is in one script only, so those of every page would otherwise be in the
 * script that all pages load.
 */
export const constantsInPlace = (): Plugin => ({
  name: 'constants-in-place',
  // After types are gone, so that only values are met.
  enforce: 'post',
  async transform(code, id) {
    let text = code
    for (const [statement, names = '', , file = ''] of code.matchAll(ICONS)) {
      const source = await this.resolve(file, id)
      if (!source) continue
      this.addWatchFile(source.id)
      const icons = await runAlone<Record<string, string>>(source.id)
      const constants = names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
      const unknown = constants.find((name) => icons[name] === undefined)
      if (unknown) this.error(`${id}: no icon is named ${unknown}`)
      text = text.replace(
        statement,
        constants.map((name) => `const ${name} = ${JSON.stringify(icons[name])};`).join(' '),
      )
    }
    const [statement, , file = ''] = LIMITS.exec(text) ?? []
    const source = statement && (await this.resolve(file, id))
    if (source) {
      this.addWatchFile(source.id)
      const { LIMITS: limits } = await runAlone<{ LIMITS: object }>(source.id)
      const inPlace = text.replace(LIMIT, (_, path: string) =>
        JSON.stringify(valueAt(limits, path.slice(1).split('.'))),
      )
      // A limit that is chosen at run time needs the table.
      const withoutTable = inPlace.replace(statement, '')
      text = /(?<![\w$."'`])LIMITS\b/.test(withoutTable) ? inPlace : withoutTable
    }
    return text === code ? undefined : { code: text, map: null }
  },
})

const valueAt = (table: object, [key = '', ...rest]: string[]): unknown => {
  const value: unknown = (table as Record<string, unknown>)[key]
  return rest.length === 0 ? value : valueAt(value as object, rest)
}
