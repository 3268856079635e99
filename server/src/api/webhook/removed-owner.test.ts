import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { lockTeam, removeFromTeam } from '../../office/team/people.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createKeyOwner } from '../testing/programs.ts'

describeOnPostgres('a webhook', () => {
  // The shop runs on localhost, so messages may go to a program on the same machine.
  const shop = useShop('postgres', { env: { PUBLIC_URL: 'http://localhost:3000' } })

  it('obeys no owner who is being removed at that moment', async () => {
    const { organiserId: own } = await createEvent(shop().db)
    const maker = await createKeyOwner(shop(), own)
    const told = { url: 'http://localhost:9/', kinds: ['order.paid'] }
    await maker.browser.call('make_webhook', { organiser_id: own, role: 'reader', ...told })
    const webhook = await shop()
      .db.selectFrom('webhooks')
      .select('id')
      .where('organiser_id', '=', own)
      .executeTakeFirstOrThrow()
    const about = { organiser_id: own, webhook_id: webhook.id }
    const { id: staffId, email } = await createStaff(shop(), own, 'owner')
    const { call } = await inSession(shop(), { staffId, email })
    expect((await call('switch_webhook', { ...about, on: '' })).status).toBe(200)
    let letGo = () => {}
    const wait = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let removal: Promise<unknown> = Promise.resolve()
    await new Promise<void>((locked) => {
      removal = inTx(shop().db, async (tx) => {
        await lockTeam(tx, own)
        locked()
        await wait
        await removeFromTeam(tx, { staffId, organiserId: own, now: shop().clock.now() })
      })
    })
    const waiting = [
      call('switch_webhook', { ...about, on: '1' }),
      call('change_webhook', { ...about, ...told, role: 'box_office' }),
      call('renew_webhook_secret', about),
      call('test_webhook', about),
      call('retry_webhook', { ...about, message_id: 1 }),
      call('end_webhook', about),
    ]
    // Until all have passed the check of rights.
    await new Promise((resolve) => setTimeout(resolve, 500))
    letGo()
    await removal
    expect((await Promise.all(waiting)).map(({ body }) => body.code)).toEqual(waiting.map(() => 'may_not'))
    const { rows } = await sql<object>`select switched_off_at is null as "isOn", role, ended_at, old_secret
      from webhooks where id = ${webhook.id}`.execute(shop().db)
    expect(rows).toEqual([{ isOn: false, role: 'reader', ended_at: null, old_secret: null }])
  })
})
