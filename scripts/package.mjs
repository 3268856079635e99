import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, bundle, PAPER_WORKER } from './build.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { Failed, main, mustRun, ROOT, step } from './lib/run.mjs'
import { billOfMaterials } from './sbom.mjs'

/** The commands an operator needs, and the files of server/src that implement them. */
const COMMANDS = {
  import: 'catalogue/import/cli',
  export: 'office/export-cli',
  refund: 'payment/cli/refund',
  cancel: 'payment/cli/cancel',
  reconcile: 'payment/cli/reconcile',
  tax: 'payment/cli/tax',
  account: 'payment/cli/account',
  'check-ledger': 'payment/cli/check-ledger',
  'check-seats': 'payment/cli/check-seats',
  'check-payment-page': 'pages/payment-page/cli',
  backup: 'db/backup/backup-cli',
  verify: 'tickets/door/verify-cli',
  'personal-data': 'privacy/cli',
  staff: 'office/cli',
  shop: 'db/shop/cli',
  bounce: 'office/bounce-cli',
}

/** Marks a folder that may be replaced. */
const MARK = '.foyer-package'

function folderNamed([folder, ...more]) {
  if (folder?.startsWith('-') || more.length > 0) throw new Failed('npm run package [-- FOLDER]')
  return folder
}

/** `npm run package [-- FOLDER]`: writes one folder with what production runs, and nothing else. */
await main(async () => {
  checkNode()
  const target = resolve(folderNamed(process.argv.slice(2)) ?? join(ROOT, 'package'))
  if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(join(target, MARK)))
    throw new Failed(`${target} is not empty and not a package: choose another folder`)
  await ensureInstalled()
  await build()
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'server/dist'), { recursive: true })
  writeFileSync(join(target, MARK), '')

  const server = ['main.js', PAPER_WORKER.name].flatMap((file) => [`server/dist/${file}`, `server/dist/${file}.map`])
  for (const file of [...server, 'web/dist']) cpSync(join(ROOT, file), join(target, file), { recursive: true })
  await step('Bundling the commands', async () => {
    for (const [name, entry] of Object.entries(COMMANDS))
      await bundle(join(ROOT, `server/src/${entry}.ts`), join(target, `server/dist/${name}.js`))
  })
  await step('Installing the packages that run', () => installInto(target))

  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const run = (name, more = '') => `node --enable-source-maps server/dist/${name}.js${more}`
  const scripts = Object.fromEntries(
    Object.keys(COMMANDS).map((name) => [name, run(name, name === 'backup' ? ' backup' : '')]),
  )
  const manifest = {
    name: 'foyer',
    version,
    private: true,
    license,
    type: 'module',
    engines,
    scripts: { start: run('main'), ...scripts, restore: run('backup', ' restore') },
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(await billOfMaterials(), null, 2)}\n`)
  console.log(`Packaged into ${target}: NODE_ENV=production npm start`)
})

/** Installs the server's packages of the lock file beside the target, then moves them into it. */
async function installInto(target) {
  const folder = join(target, '.install')
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...workspaces.map((room) => `${room}/package.json`),
  ])
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, file))
  await mustRun('npm', ['ci', '--omit=dev', '-w', 'server', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    quiet: true,
  })
  // Links to our own packages, which are in the bundles.
  rmSync(join(folder, 'node_modules/@foyer'), { recursive: true, force: true })
  renameSync(join(folder, 'node_modules'), join(target, 'node_modules'))
  const own = join(folder, 'server/node_modules')
  if (existsSync(own)) renameSync(own, join(target, 'server/node_modules'))
  rmSync(folder, { recursive: true })
}
