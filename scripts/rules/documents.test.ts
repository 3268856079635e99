import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourcesOf } from './source.ts'

const inRoot = readdirSync(ROOT)
  .filter((name) => name.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const documents = [
  ...inRoot,
  ...['docs', 'bench', 'sandbox', 'deploy']
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => sourcesOf(folder, /\.md$/)),
]
/** The changelog describes earlier versions and keeps their text. */
const current = documents.filter(({ path }) => path !== 'CHANGELOG.md')

const files = ['domain', 'contract', 'server', 'sandbox', 'web', 'e2e', 'bench', 'scripts'].flatMap((room) =>
  sourcesOf(room, /./),
)
const endings = new Set(
  files.flatMap(({ path }) => {
    const parts = path.split('/')
    return parts.map((_, at) => parts.slice(at).join('/'))
  }),
)

describe('documents', () => {
  it('link to files that exist', () => {
    const dead = current.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => target!)
        .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
        .map((target) => `${path} links to ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('name existing source files, by path or its end', () => {
    const gone = current.flatMap(({ path, text }) =>
      [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !endings.has(name) && !existsSync(join(ROOT, name)))
        .map((name) => `${path} names ${name}`),
    )
    expect(gone).toEqual([])
  })

  it('name existing folders in the table of changes', () => {
    const table = inRoot
      .find(({ path }) => path === 'README.md')!
      .text.split('## Where do I change')[1]!
      .split('\n## ')[0]!
    const folders = [...table.matchAll(/`([a-z][\w/-]*\/)(?:<name>[^`]*)?`/g)].map(([, folder]) => folder!)
    expect(folders.length).toBeGreaterThan(2)
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([])
  })

  it('are in the index of their folder', () => {
    const missing = ['docs', 'docs/decisions'].flatMap((folder) => {
      const index = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
      return readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md') && name !== 'README.md' && !index.includes(`(${name})`))
        .map((name) => `${folder}/README.md has no link to ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('name existing commands', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const gone = current.flatMap(({ path, text }) =>
      [...text.matchAll(/`npm run ([\w:-]+)/g)]
        .filter(([, name]) => !scripts[name!])
        .map(([, name]) => `${path} names ${name}`),
    )
    expect(gone).toEqual([])
  })
})
