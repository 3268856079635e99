import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failed, main, ROOT, run } from './lib/run.mjs'

/**
 * The run-time packages of server and browser as a CycloneDX bill of materials, from the lock file alone. npm's own `--omit dev` leaves
 * out every package that any workspace also needs for development, such as the database's driver, so it isn't used.
 */
export async function billOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '-w', 'server', '-w', 'web']
  const { code, output } = await run('npm', args, { quiet: true })
  // npm prints its warnings around the JSON.
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
  if (code !== 0 || json === '') throw new Failed(`npm could not write the bill of materials:\n${output}`)
  const bill = JSON.parse(json)
  bill.metadata.component.name = 'foyer'
  bill.components = bill.components.filter((component) => !isForDevelopment(component))
  const kept = new Set([bill.metadata.component, ...bill.components].map((component) => component['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  return bill
}

const isForDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

/** `npm run sbom [-- FILE]`. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    if (process.argv[2]?.startsWith('-')) throw new Failed('npm run sbom [-- FILE]')
    const file = process.argv[2] ?? join(ROOT, 'sbom.cdx.json')
    const bill = await billOfMaterials()
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
    console.log(`${bill.components.length} packages in ${file}`)
  })
}
