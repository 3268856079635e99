import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../db/migrations/0069_log_without_buyers.ts'
import { inTx } from '../db/transaction/tx.ts'
import { bought, vendor } from '../payment/refund/bought.testing.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { csvOf } from './download/csv.ts'
import { exportLog } from './log/read.ts'
import { createStaff, inSession, logOf, newStaffEmail } from './testing/office.ts'

it('neutralises cells that a spreadsheet would execute', () => {
  expect(csvOf([['=HYPERLINK("http://x")', '+1', '-1', '@a', '\t=1', ' =1', 'a,b', 'a "b"', 'a\r\nb', 'plain']])).toBe(
    `\ufeff"'=HYPERLINK(""http://x"")",'+1,'-1,'@a,"'\t'=1",' =1,"a,b","a ""b""","a\r\nb",plain\r\n`,
  )
})

it('neutralises what is executed by a spreadsheet that separates cells by semicolons', () => {
  const typed = ['Ada;=1+1', 'Ada; @a', 'a\tb\n-1', 'Ada;"=1+1;', 'red; blue']
  const read = csvOf([['name', ...typed]])
    .split(/[;\t\n,]/)
    .map((cell) => cell.replace(/^[\s"]+/, ''))
  expect(read.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  expect(csvOf([['red; blue', "it's; 5-6"]])).toBe(`\ufeff"red; blue","it's; 5-6"\r\n`)
})

describeOnBoth('the staff log', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })
  const createOwner = async () => {
    const { organiserId, eventId, ticketId } = await createEvent(shop().db)
    const owner = await createStaff(shop(), organiserId, 'owner')
    return {
      organiserId,
      eventId,
      ticketId,
      owner,
      browser: await inSession(shop(), { staffId: owner.id, email: owner.email }),
    }
  }
  type Log = {
    entries: { id: number; who: string; what: { text: string }[]; outcome: string }[]
    next: number | null
  }
  const textOf = (parts: { text: string }[]) => parts.map(({ text }) => text).join('')
  const read = async (browser: { call: Awaited<ReturnType<typeof inSession>>['call'] }, body: object) =>
    (await browser.call('office_log', body)).body as unknown as Log

  it('cannot be updated, deleted or truncated by any statement', async () => {
    const { browser, organiserId } = await createOwner()
    await browser.call('office_team', { organiser_id: organiserId })
    for (const statement of [
      "update staff_log set action = 'x'",
      'delete from staff_log',
      'truncate staff_log cascade',
    ])
      await expect(sql.raw(statement).execute(shop().db)).rejects.toThrow('append-only')
  })

  it('has no buyers’ data that earlier versions wrote, once migrated, and cannot be updated afterwards either', async () => {
    const { owner, organiserId } = await createOwner()
    const write = (action: string, before: object | null, after: object | null) =>
      shop()
        .db.insertInto('staff_log')
        .values({
          at: shop().clock.now(),
          staff_id: owner.id,
          organiser_id: organiserId,
          action,
          outcome: 'done',
          before: before && JSON.stringify(before),
          after: after && JSON.stringify(after),
        })
        .execute()
    await write('mend_contact', { email: 'a@x.example', phone: '020' }, { email: 'b@x.example', phone: '021' })
    await write('rename_holder', { ticket_id: 7, holder: 'Ada' }, { ticket_id: 7, holder: 'Grace' })
    await write('resend_order', null, { to: 'a@x.example' })
    await write('mend_contact', null, { changed: ['email'] })
    await write('invite_staff', null, { email: 'colleague@x.example', role: 'door' })
    await inTx(shop().db, (tx) => up(tx as never))
    expect((await logOf(shop(), owner.id)).map(({ before, after }) => [before, after])).toEqual([
      [{}, {}],
      [{ ticket_id: 7 }, { ticket_id: 7 }],
      [null, {}],
      [null, { changed: ['email'] }],
      [null, { email: 'colleague@x.example', role: 'door' }],
    ])
    await expect(sql`update staff_log set after = null`.execute(shop().db)).rejects.toThrow('append-only')
  })

  it('is written with the act: a failed act leaves no line, and no network address is stored', async () => {
    const { browser, organiserId, owner } = await createOwner()
    const invite = { organiser_id: organiserId, email: newStaffEmail(), role: 'door' }
    await shop().db.schema.alterTable('mails').addCheckConstraint('no_mail', sql`kind <> 'invitation'`).execute()
    expect((await browser.call('invite_staff', invite)).status).toBe(500)
    await shop().db.schema.alterTable('mails').dropConstraint('no_mail').execute()
    expect(await logOf(shop(), owner.id)).toEqual([])
    expect((await browser.call('invite_staff', invite)).status).toBe(200)
    const lines = await logOf(shop(), owner.id)
    expect(lines).toMatchObject([{ action: 'invite_staff', after: { email: invite.email, role: 'door' } }])
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1')
    const { entries } = await read(browser, { organiser_id: organiserId })
    expect(entries.map(({ what }) => textOf(what))).toContain(`Invited ${invite.email} as door staff.`)
    expect(lines[0]!.ip_hash).toMatch(/^[\w-]{16}$/)
  })

  it('shows an organiser’s own lines by person, action and day, with paging', async () => {
    const { browser, organiserId, owner } = await createOwner()
    const elsewhere = await createOwner()
    await elsewhere.browser.call('office_team', { organiser_id: elsewhere.organiserId })
    // Refused by the other organiser: its own owner sees it, the other one does not.
    await browser.call('office_team', { organiser_id: elsewhere.organiserId })
    for (let n = 0; n < 60; n++) await browser.call('set_office_dark_mode', { is_dark_mode: n % 2 })
    shop().clock.advance(86_400)
    const fresh = await inSession(shop(), { staffId: owner.id, email: owner.email })
    await fresh.call('set_office_dark_mode', { is_dark_mode: 1 })

    const all = await read(fresh, { organiser_id: organiserId })
    expect(all.entries).toHaveLength(50)
    const rest = await read(fresh, { organiser_id: organiserId, before: all.next })
    expect(new Set([...all.entries, ...rest.entries].map(({ id }) => id)).size).toBe(
      all.entries.length + rest.entries.length,
    )
    expect(rest.entries.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
    const count = async (body: object) =>
      (await read(fresh, { organiser_id: organiserId, ...body })).entries.map(({ what }) => textOf(what))
    expect(await count({ what: 'office_team' })).toEqual([
      'Refused: view the team. It doesn’t exist, or belongs to another team.',
    ])
    expect(await count({ from: '2026-06-02', what: 'set_office_dark_mode' })).toHaveLength(1)
    expect(await count({ until: '2026-05-31' })).toEqual([])
    expect(await count({ staff_id: elsewhere.owner.id })).toEqual([])
    const otherOwner = { staffId: elsewhere.owner.id, email: elsewhere.owner.email }
    const others = await read(await inSession(shop(), otherOwner), { organiser_id: elsewhere.organiserId })
    expect(JSON.stringify(others)).not.toContain(owner.email)
    expect(others.entries.every(({ outcome }) => outcome !== 'refused')).toBe(true)
  })

  it('is downloaded as CSV by an owner with recent confirmation, which is logged', async () => {
    const { browser, organiserId, owner } = await createOwner()
    await shop().db.updateTable('staff').set({ name: '=HYPERLINK("x")' }).where('id', '=', owner.id).execute()
    await browser.call('office_team', { organiser_id: organiserId })
    const { headers, body } = await browser.post('/ajax/office/export_log/', { organiser_id: organiserId })
    expect(headers['content-disposition']).toBe('attachment; filename="log-2026-06-02.csv"')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toContain(`"'=HYPERLINK(""x"")",${owner.email},office_team,looked`)
    expect((await logOf(shop(), owner.id)).at(-1)).toMatchObject({
      action: 'export_log',
      outcome: 'done',
      after: { entries: 1 },
    })
    const manager = await createStaff(shop(), organiserId, 'manager')
    const other = await inSession(shop(), { staffId: manager.id, email: manager.email })
    expect((await other.call('export_log', { organiser_id: organiserId })).status).toBe(403)
  })

  it('a manager of some events reads what concerns these and their orders, and their own acts', async () => {
    const { owner, organiserId, eventId, ticketId } = await createOwner()
    const other = await createEvent(shop().db, { organiser_id: organiserId })
    const manager = await createStaff(shop(), organiserId, 'manager', [eventId])
    const write = (staff_id: number, subject_kind: string, subject_id: number) =>
      shop()
        .db.insertInto('staff_log')
        .values({
          at: shop().clock.now(),
          staff_id,
          organiser_id: organiserId,
          action: 'save_event',
          outcome: 'done',
          subject_kind,
          subject_id: String(subject_id),
        })
        .execute()
    const [mine, theirs] = [
      await bought(shop().deps, { ticketId }),
      await bought(shop().deps, { ticketId: other.ticketId }),
    ]
    await write(owner.id, 'event', eventId)
    await write(owner.id, 'event', other.eventId)
    await write(owner.id, 'order', mine.saleId)
    await write(owner.id, 'order', theirs.saleId)
    await write(owner.id, 'organiser', organiserId)
    await write(manager.id, 'organiser', organiserId)
    const browser = await inSession(shop(), { staffId: manager.id, email: manager.email })
    const { entries } = await read(browser, { organiser_id: organiserId, what: 'save_event' })
    const ids = await shop()
      .db.selectFrom('staff_log')
      .select(['id', 'subject_kind', 'subject_id'])
      .where('id', 'in', [-1, ...entries.map(({ id }) => id)])
      .orderBy('id', 'desc')
      .execute()
    expect(ids.map(({ subject_kind, subject_id }) => `${subject_kind} ${subject_id}`)).toEqual([
      `organiser ${organiserId}`,
      `order ${mine.saleId}`,
      `event ${eventId}`,
    ])
  })

  it('a day in the filter ends at midnight, also when the clocks change on it', async () => {
    const { owner, organiserId, browser } = await createOwner()
    // 25 October 2026 has 25 hours: this is half past eleven at night in London.
    await shop()
      .db.insertInto('staff_log')
      .values({
        at: new Date('2026-10-25T23:30:00Z'),
        staff_id: owner.id,
        organiser_id: organiserId,
        action: 'save_event',
        outcome: 'done',
      })
      .execute()
    const day = { organiser_id: organiserId, what: 'save_event', from: '2026-10-25', until: '2026-10-25' }
    expect((await read(browser, day)).entries).toHaveLength(1)
  })

  it('is downloaded completely in slices, so that memory does not grow', async () => {
    const { browser, organiserId, owner } = await createOwner()
    const many = kind === 'embedded' ? 3000 : 51_000
    await sql`insert into staff_log (at, staff_id, organiser_id, action, outcome, subject_kind, subject_id, after, ip_hash)
      select ${shop().clock.now()}, ${owner.id}, ${organiserId}, 'save_event', 'done', 'event', n::text,
        ${JSON.stringify({ words: 'x'.repeat(50) })}::jsonb, '' from generate_series(1, ${many}::int) n`.execute(
      shop().db,
    )
    const csv = exportLog as { change: (...of: never[]) => Promise<{ chunks: () => AsyncIterable<string> }> }
    const ctx = { deps: shop().deps, now: shop().clock.now(), grant: { organiserId, role: 'owner', eventIds: null } }
    const { chunks } = await inTx(shop().db, (tx) =>
      csv.change(tx as never, { organiser_id: organiserId, what: '', from: '', until: '' } as never, ctx as never),
    )
    let rows = 0
    let longest = 0
    for await (const chunk of chunks()) {
      rows += chunk.split('\r\n').length - 1
      longest = Math.max(longest, chunk.length)
    }
    expect(rows).toBe(many + 1)
    // No chunk has more than a slice of it.
    expect(longest).toBeLessThan(500_000)
    // Entries added meanwhile are not in it, and no entry is in it twice.
    const { body } = await browser.post('/ajax/office/export_log/', { organiser_id: organiserId })
    const subjects = body.split('\r\n').flatMap((row) => /,event (\d+),/.exec(row)?.[1] ?? [])
    expect(new Set(subjects).size).toBe(many)
    expect(subjects.length).toBe(many)
  })
})
