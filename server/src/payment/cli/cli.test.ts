import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { reportDifferences } from '../ledger/compare.ts'
import { ProviderDown } from '../provider/provider.ts'
import { bought, codesOf, forgetOrder, vendor } from '../refund/bought.testing.ts'
import { run as checkLedger } from './check-ledger.ts'
import { run as checkSeats } from './check-seats.ts'
import { run as reconcile } from './reconcile.ts'
import { run as refund } from './refund.ts'

describeOnPostgres('operator commands', () => {
  const opened = useTestDatabase('postgres')
  const output: string[] = []
  const lastOutput = () => output.pop()
  const say = (text: string) => void output.push(text)
  const setUp = () => {
    const db = opened()
    const deps = testDeps(db, { providers: { stripe: vendor.provider } })
    const env = { DATABASE_URL: db.databaseUrl }
    return { deps, env, refund: (...args: string[]) => refund(args, env, say, deps.clock) }
  }

  it('refund reports what it did and what it could not', async () => {
    const { deps, env, refund } = setUp()
    const sale = await bought(deps, { qty: 2 })
    const codes = await codesOf(deps, sale)
    expect(await refund()).toBe(1)
    expect(lastOutput()).toContain('npm run refund -- REFERENCE [AMOUNT]')
    expect(await refund(sale.reference, '12.505')).toBe(1)
    lastOutput()
    expect(await refund('nobody')).toBe(1)
    expect(lastOutput()).toBe('There is no order with this reference.')
    const number = await orderNumberOf(deps.db, sale.saleId)
    expect(number).toMatch(/^FY-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(await refund(sale.reference, '1.50')).toBe(0)
    expect(output).toContain(`Order ${number}`)
    expect(lastOutput()).toBe('Done: £1.50 will be returned, 0 tickets ended.')
    expect(await refund(sale.reference, '--ticket', codes[0]!.toLowerCase())).toBe(0)
    expect(lastOutput()).toBe('Done: £10.25 will be returned, 1 ticket ended.')
    expect(await refund(number!.toLowerCase())).toBe(0)
    expect(lastOutput()).toBe('The order has been taken back: £10.25 will be returned, 1 ticket ended.')
    await runDueJobs(deps, WORKERS, 500)
    expect((await sale.payments())[0]).toMatchObject({ status: 'refunded', refunded_minor: 2200 })
    const mails = await deps.db.selectFrom('mails').select('body_text').where('sale_id', '=', sale.saleId).execute()
    for (const { body_text } of mails) expect(body_text).toContain(number)
    expect(await checkLedger(env, say)).toBe(0)
    expect(lastOutput()).toMatch(/^\d+ entries of \d+ sales: everything agrees\.$/)
    const folder = mkdtempSync(join(tmpdir(), 'foyer-ledger-'))
    expect(await checkLedger({ DATA_DIR: folder }, say)).toBe(0)
    rmSync(folder, { recursive: true, force: true })
    expect(lastOutput()).toBe('0 entries of 0 sales: everything agrees.')
  })

  it('check:ledger fills in orders of an earlier version before it compares', async () => {
    const { deps, env } = setUp()
    const { saleId } = await bought(deps)
    await forgetOrder(deps.db, saleId)
    expect(await checkLedger(env, say)).toBe(0)
    expect(lastOutput()).toMatch(/everything agrees\.$/)
  })

  it('check:seats names each difference and fails', async () => {
    const { deps, env } = setUp()
    expect(await checkSeats(env, say)).toBe(0)
    expect(lastOutput()).toBe('0 seats: everything agrees.')
    const { poolIds } = await createEvent(deps.db, {
      title: 'Hamlet',
      pools: [{ name: 'Stalls', seats: ['A1', 'A2'] }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    await deps.db.updateTable('pools').set({ kept: 1 }).where('id', '=', poolIds[0]!).execute()
    output.length = 0
    expect(await checkSeats(env, say)).toBe(1)
    expect(output.splice(0)).toEqual([
      expect.stringMatching(/^event \d+ "Hamlet", pool \d+ "Stalls": kept is 1 for 0 seats$/),
      '2 seats: 1 difference.',
    ])
    expect(await reportDifferences(deps)).toBe(1)
    await deps.db.updateTable('pools').set({ kept: 0 }).where('id', '=', poolIds[0]!).execute()
  })

  it('refund accepts references that begin with a dash', async () => {
    const { deps, refund } = setUp()
    for (const dashes of ['-', '--']) {
      const sale = await bought(deps)
      const codes = await codesOf(deps, sale)
      const reference = dashes + sale.reference.slice(dashes.length)
      await deps.db.updateTable('sales').set({ reference }).where('id', '=', sale.saleId).execute()
      expect(await refund(reference, '1.00')).toBe(0)
      expect(await refund('--ticket', codes[0]!, reference)).toBe(0)
      expect(lastOutput()).toBe('Done: £10.00 will be returned, 1 ticket ended.')
    }
    for (const option of ['-h', '--help']) expect(await refund(option)).toBe(0)
    expect(await refund('--all')).toBe(1)
    expect(lastOutput()).toContain('npm run refund')
  })

  it('refund of used tickets requires a reason and stores it', async () => {
    const { deps, refund } = setUp()
    const sale = await bought(deps, { qty: 2 })
    const codes = await codesOf(deps, sale)
    await checkAtDoor(deps, codes[0]!, 'north')
    expect(await refund(sale.reference)).toBe(1)
    expect(lastOutput()).toBe(
      '1 of its 2 tickets has been used at the door. Repeat the command with --used REASON to refund them all the same.',
    )
    expect(await refund(sale.reference, '--ticket', codes[0]!)).toBe(1)
    expect(lastOutput()).toContain('1 of its 1 tickets has been used at the door.')
    expect(await refund(sale.reference, '--used')).toBe(1)
    expect(lastOutput()).toContain('npm run refund')
    expect(await refund(sale.reference, '--used', 'The show was stopped')).toBe(0)
    expect(lastOutput()).toBe('The order has been taken back: £22.00 will be returned, 2 tickets ended.')
    const { facts } = await deps.db
      .selectFrom('sale_events')
      .select('facts')
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'cancelled')
      .executeTakeFirstOrThrow()
    expect(facts).toEqual({ why: 'refunded', used: 1, reason: 'The show was stopped' })
  })

  it('reconcile lists payments it could not check, and fails', async () => {
    const { deps, env } = setUp()
    await bought(deps)
    const paid = await deps.db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('provider', '=', 'stripe')
      .executeTakeFirstOrThrow()
    expect(await reconcile({ ...deps, providers: {} }, env, say, 4, deps.clock)).toBe(2)
    expect(lastOutput()).toBe(
      `This proves nothing about ${paid.count} payments: no keys are set for stripe, so only the shop's own books were checked (everything agrees). ` +
        'If the sandbox took them, the running shop compares them itself every six hours.',
    )
  })

  it('reconcile ends with its own code if a provider does not answer, which is no difference', async () => {
    const { deps, env } = setUp()
    const down = {
      ...vendor.provider,
      name: 'stripe' as const,
      read: () => Promise.reject(new ProviderDown('stripe', new Error('no route'))),
      list: undefined,
    }
    await bought(deps)
    output.length = 0
    expect(await reconcile({ ...deps, providers: { stripe: down } }, env, say, 4, deps.clock)).toBe(2)
    expect(output.splice(0)).toEqual([
      expect.stringMatching(/^stripe could not be asked: .*no route/),
      "Only the shop's own books were checked: everything agrees.",
    ])
  })

  it('reconcile accepts an order number, and names the orders of differences', async () => {
    const { deps, env } = setUp()
    const [sale, other] = [await bought(deps), await bought(deps)]
    const providers = { stripe: vendor.provider }
    for (const { saleId } of [sale, other])
      await deps.db.updateTable('payments').set({ refunded_minor: 100 }).where('sale_id', '=', saleId).execute()
    const number = await orderNumberOf(deps.db, sale.saleId)
    output.length = 0
    expect(await reconcile({ ...deps, providers }, env, say, 4, deps.clock, number!)).toBe(1)
    const lines = output.splice(0)
    expect(lines.at(-1)).toMatch(/^Compared with stripe over \d+ days: 1 difference\.$/)
    expect(lines).toEqual([expect.stringContaining(`order ${number}`), lines.at(-1)])
    expect(await reconcile({ ...deps, providers }, env, say, 4, deps.clock, 'FY-2222-2222')).toBe(1)
    expect(lastOutput()).toBe('There is no order with this number or reference, or nobody has begun to pay it.')
    await deps.db.updateTable('payments').set({ refunded_minor: 0 }).execute()
  })
})
