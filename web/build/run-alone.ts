import { readFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'

/** The exports of a TypeScript file that imports nothing. */
export async function runAlone<T>(file: string): Promise<T> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}
