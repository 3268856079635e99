import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const inLetters = (n: number): string => (n < 26 ? '' : inLetters(Math.floor(n / 26) - 1)) + LETTERS[n % 26]

/**
 * Names for the classes of CSS modules that cost least on the wire: letters for the sheet, a number for the class, `bk3`.
 * The server's build and the browser's number the same sheets, and in each its classes as they come, so they agree.
 */
export function shortNames(folder: string): (name: string, file: string) => string {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort()
  const classes = sheets.map(() => [] as string[])
  return (name, file) => {
    const sheet = sheets.indexOf(relative(folder, join(file.split('?')[0]!)))
    const known = classes[sheet]
    if (!known) throw new Error(`${file} is not in ${folder}`)
    if (!known.includes(name)) known.push(name)
    return `${inLetters(sheet)}${known.indexOf(name)}`
  }
}
