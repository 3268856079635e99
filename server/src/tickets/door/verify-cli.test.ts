import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemRandom } from '../../random.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { newTicketCode, spacedCode } from '../signing/codes.ts'
import { makeSigningKey, ticketSigner } from '../signing/sign.ts'

describeOnPostgres('npm run verify', () => {
  const database = useTestDatabase('postgres')
  let folder = ''
  let program = ''
  beforeAll(async () => {
    program = await programFile('tickets/door/verify-cli.ts')
    folder = mkdtempSync(join(tmpdir(), 'foyer-verify-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<{ exit: number; says: string }>((resolve) => {
      const own = { ...process.env, DATA_DIR: join(folder, 'none'), DATABASE_URL: '', TICKET_SIGNING_KEY: '', ...env }
      execFile(process.execPath, [program, ...args], { env: own }, (error, says) =>
        resolve({ exit: Number(error?.code ?? 0), says }),
      )
    })

  it('checks a signature with the public key alone', async () => {
    const signer = ticketSigner(makeSigningKey())
    const key = join(folder, 'foyer-tickets.pem')
    writeFileSync(key, signer.publicKey)
    const code = newTicketCode(systemRandom)
    const signed = signer.sign(code)
    const made = `${signed.slice(0, -1)}${signed.endsWith('A') ? 'B' : 'A'}`
    const [good, bad, short, none, dashed] = await Promise.all([
      run([signed, '--key', key]),
      run([made, '--key', key]),
      run([spacedCode(code), '--key', key]),
      run([signed]),
      run([`-${code}`]),
    ])
    expect([good.exit, good.says]).toEqual([0, expect.stringContaining('GENUINE')])
    expect([bad.exit, bad.says]).toEqual([1, expect.stringContaining('NOT OURS')])
    expect([short.exit, none.exit]).toEqual([2, 2])
    expect(dashed).toEqual({ exit: 2, says: expect.stringContaining('npm run verify -- CODE') })
  })

  it('accepts tickets of an older key while it is in the list', async () => {
    const [fresh, old] = [makeSigningKey(), makeSigningKey()]
    const signed = ticketSigner(old).sign(newTicketCode(systemRandom))
    const key = join(folder, 'both.pem')
    writeFileSync(key, ticketSigner(fresh, old).publicKey)
    const [listed, published, dropped] = await Promise.all([
      run([signed], { TICKET_SIGNING_KEY: `${fresh},${old.replaceAll('\n', '\\n')}` }),
      run([signed, '--key', key]),
      run([signed], { TICKET_SIGNING_KEY: fresh }),
    ])
    expect([listed.exit, published.exit, dropped.exit]).toEqual([0, 0, 1])
  })

  it('reports a ticket’s state if it has the database, and admits it on request', async () => {
    const deps = testDeps(database())
    const { saleId, event } = await createPaidSale(deps)
    await deliverTickets(deps, saleId)
    await deps.db.updateTable('events').set({ timezone: 'Asia/Tokyo' }).where('id', '=', event).execute()
    const { code } = await deps.db
      .selectFrom('tickets')
      .select('code')
      .where('sale_id', '=', saleId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const env = { DATABASE_URL: database().databaseUrl, TICKET_SIGNING_KEY: deps.config.ticketSigningKeys[0] }
    const signed = deps.signer.sign(code)
    expect(await run([signed], env)).toEqual({ exit: 0, says: expect.stringMatching(/VALID[\s\S]*Ada Lovelace/) })
    expect(await run([signed, '--admit', 'North door'], env)).toMatchObject({
      exit: 0,
      says: expect.stringContaining('ADMITTED'),
    })
    await deps.db
      .updateTable('tickets')
      .set({ admitted_at: new Date('2026-07-01T20:30:00Z') })
      .where('code', '=', code)
      .execute()
    expect(await run([spacedCode(code)], env)).toMatchObject({
      exit: 1,
      says: expect.stringContaining('ALREADY INSIDE: since Thu 2 Jul 2026, 5:30am, North door'),
    })
  })

  it('says so and ends with 2 if it could not check, which is no verdict on the ticket', async () => {
    const signer = ticketSigner(makeSigningKey())
    const key = join(folder, 'checks.pem')
    const wrong = join(folder, 'wrong.pem')
    writeFileSync(key, signer.publicKey)
    writeFileSync(wrong, 'not a key')
    const signed = signer.sign(newTicketCode(systemRandom))
    const down = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }
    const [noFile, noKey, badSetting, offline, notAdmitted] = await Promise.all([
      run([signed, '--key', join(folder, 'missing.pem')]),
      run([signed, '--key', wrong]),
      run([signed], { TICKET_SIGNING_KEY: 'not a key' }),
      run([signed, '--key', key], down),
      run([signed, '--key', key, '--admit', 'North door'], down),
    ])
    expect(noFile).toEqual({ exit: 2, says: expect.stringContaining('missing.pem cannot be read') })
    expect(noKey).toEqual({ exit: 2, says: expect.stringContaining('wrong.pem is not a public key') })
    expect(badSetting).toEqual({ exit: 2, says: expect.stringContaining('TICKET_SIGNING_KEY: ') })
    expect(offline).toEqual({ exit: 0, says: expect.stringMatching(/cannot be opened: .*ECONNREFUSED[\s\S]*GENUINE/) })
    expect(notAdmitted).toEqual({ exit: 2, says: expect.stringContaining('The entry is not recorded') })
  })
})
