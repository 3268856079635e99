import { main, run } from './lib/run.mjs'

/**
 * `npm run audit`: known vulnerabilities of the shop's run-time packages, from the registry. Not every registry supports audits
 * (mirrors and caches often do not). In that case it says so and exits with 2, because "no answer" does not mean "nothing
 * found".
 */
await main(async () => {
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], { quiet: true })
  const report = reportIn(output)
  const counts = report?.metadata?.vulnerabilities
  if (counts === undefined) {
    console.log(
      'NOT AUDITED: this registry does not answer audits. Run this where it does, such as registry.npmjs.org:',
    )
    console.log('  npm audit --omit=dev --registry=https://registry.npmjs.org/')
    console.log(
      `It said: ${report?.message ?? report?.error?.summary ?? (output.trim().split('\n').at(-1) || 'nothing')}`,
    )
    process.exitCode = 2
    return
  }
  for (const [name, { severity, via }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(
      `${severity}: ${name}: ${via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')}`,
    )
  const { total } = counts
  console.log(total === 0 ? 'Audited: nothing known against what the shop runs on.' : `${total} known weaknesses.`)
  process.exitCode = total === 0 ? 0 : 1
})

/** npm prints warnings around its JSON. */
function reportIn(output) {
  const [start, end] = [output.indexOf('{'), output.lastIndexOf('}')]
  try {
    return JSON.parse(output.slice(start, end + 1))
  } catch {
    return null
  }
}
