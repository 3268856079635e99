import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourcesOf } from './source.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const scriptsOf = (path: string) => (JSON.parse(read(path)) as { scripts: Record<string, string> }).scripts

/** The programs that `npm run package` writes, as files of server/dist. */
const packaged = [
  'main',
  ...[...read('scripts/package.mjs').matchAll(/^ {2}'?([\w-]+)'?: '[\w/-]+',$/gm)].map(([, name]) => name!),
]

describe('the files in deploy/', () => {
  it('start a program that the package has', () => {
    for (const path of ['deploy/Dockerfile', 'deploy/foyer.service']) {
      const started = [...read(path).matchAll(/server\/dist\/([\w-]+)\.js/g)].map(([, name]) => name!)
      expect(started.length, path).toBeGreaterThan(0)
      expect(started.filter((name) => !packaged.includes(name))).toEqual([])
    }
  })

  it('name files of the project that exist', () => {
    const named = ['Dockerfile', 'compose.yaml', 'foyer.service', 'foyer.env.example'].flatMap((file) =>
      [...read(`deploy/${file}`).matchAll(/\bdeploy\/[\w./-]+\w/g)].map(([path]) => path),
    )
    expect(named).toContain('deploy/Dockerfile')
    // The settings that the operator writes.
    expect(named.filter((path) => path !== 'deploy/foyer.env' && !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('set only variables that the shop reads', () => {
    const server = sourcesOf('server/src', /(?<!\.test)\.ts$/).map(({ text }) => text)
    const set = [...read('deploy/foyer.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
    expect(set.length).toBeGreaterThan(5)
    expect(set.filter((name) => !server.some((text) => text.includes(name)))).toEqual([])
  })

  it('show a value with \\n in single quotes, because systemd takes the backslash away otherwise', () => {
    const lines = read('deploy/foyer.env.example').split('\n')
    const keys = lines.filter((line, i) => /^#?[A-Z_]+=/.test(line) && lines[i - 1]?.includes('\\n'))
    expect(keys).toEqual(["TICKET_SIGNING_KEY=''"])
  })

  it('explain every variable that the operator fills in', () => {
    const filled = ['failover/etcd.env', 'failover/haproxy.cfg', 'failover/patroni.yml', 'hosts/haproxy.cfg'].flatMap(
      (file) => {
        const [comment = ''] = /^(?:#.*\n)+/.exec(read(`deploy/${file}`)) ?? []
        const names = [...read(`deploy/${file}`).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!)
        return [...new Set(names)].map((name) => ({
          file,
          name,
          isExplained: new RegExp(`\\b${name}\\b`).test(comment),
        }))
      },
    )
    expect(filled.length).toBeGreaterThan(10)
    expect(filled.filter(({ isExplained }) => !isExplained)).toEqual([])
  })

  it('keep the operator’s settings out of git and of the image', () => {
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file).split('\n')).toContain('deploy/foyer.env')
  })

  it('run PostgreSQL no newer than the programs that back it up', () => {
    // What Debian has of each release.
    const client = { bookworm: 15, trixie: 17 }
    const [, release] = /FROM node:\d+-(\w+)-slim@\S+\n#/.exec(read('deploy/Dockerfile'))!
    const [, server] = /image: postgres:(\d+)/.exec(read('deploy/compose.yaml'))!
    expect(Number(server)).toBeLessThanOrEqual(client[release as keyof typeof client])
  })

  it('name every image by its digest', () => {
    const images = ['Dockerfile', 'compose.yaml'].flatMap((file) =>
      [...read(`deploy/${file}`).matchAll(/^(?:FROM| *image:) (\S+)/gm)].map(([, name]) => name!),
    )
    expect(images).toHaveLength(4)
    expect(images.filter((name) => !/@sha256:[\da-f]{64}$/.test(name))).toEqual([])
  })

  it('give a service no capability, no new privilege and no disk beyond its volumes', () => {
    const text = read('deploy/compose.yaml')
    const [, confined] = /&confined\n([\s\S]*?)\n\n/.exec(text)!
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(confined).toContain(line)
    const [, services] = /^services:\n([\s\S]*?)^volumes:/m.exec(text)!
    const names = services!.match(/^ {2}\w+:$/gm)!
    expect(services!.match(/^ {2}\w+:\n {4}<<: \*confined$/gm)).toHaveLength(names.length)
    expect(services).not.toMatch(/privileged|cap_add: \[.*(?:ALL|SYS_)/)
  })

  it('run a version of Node that the tests try', () => {
    const [, ...versions] = /const VERSIONS = \['(\d+)', '(\d+)'\]/.exec(read('server/src/node-versions.test.ts'))!
    for (const [, version] of read('deploy/Dockerfile').matchAll(/FROM node:(\d+)/g))
      expect(versions).toContain(version)
    for (const version of versions) expect(read('README.md')).toMatch(new RegExp(`Node \\([^)]*\\b${version}\\b`))
  })
})

describe('the package', () => {
  it('has every command of an operator', () => {
    const FOR_DEVELOPERS = ['db:types', 'guards', 'catalogue:schema']
    const commands = Object.entries(scriptsOf('package.json')).flatMap(([name, script]) =>
      /&& tsx server\//.test(script) && !FOR_DEVELOPERS.includes(name) ? [name.replace(':', '-')] : [],
    )
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((name) => name !== 'restore' && !packaged.includes(name))).toEqual([])
  })
})
