import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { createStaff, inSession, logOf, newStaffEmail, officeBrowser, proveEmail } from './testing/office.ts'

const useTeam = (shop: ReturnType<typeof useShop>) => ({
  async anOwner() {
    const { organiserId, eventId } = await createEvent(shop().db)
    const owner = await createStaff(shop(), organiserId, 'owner')
    const browser = await inSession(shop(), { staffId: owner.id, email: owner.email })
    return { organiserId, eventId, owner, browser }
  },
  async tokenMailedTo(email: string) {
    const { body_text } = await shop()
      .db.selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', email)
      .where('kind', '=', 'invitation')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /http:\/\/shop\.test\/office\/invitation\/\?token=([\w-]+)/.exec(body_text)![1]!
  },
  rolesIn: (organiserId: number) =>
    shop()
      .db.selectFrom('staff_roles')
      .innerJoin('staff', 'staff.id', 'staff_roles.staff_id')
      .select(['staff.email', 'role', 'event_ids'])
      .where('organiser_id', '=', organiserId)
      .where('staff_roles.ended_at', 'is', null)
      .orderBy('staff_roles.id')
      .execute(),
})

describeOnBoth('the team', (kind) => {
  const shop = useShop(kind)
  const { anOwner, tokenMailedTo, rolesIn } = useTeam(shop)

  it('invites by email, and admits only the owner of that address', async () => {
    const { organiserId, eventId, owner, browser } = await anOwner()
    const email = newStaffEmail()
    const sent = { organiser_id: organiserId, email: email.toUpperCase(), role: 'door', event_ids: [eventId] }
    expect(await browser.call('invite_staff', sent)).toMatchObject({ status: 200 })
    const token = await tokenMailedTo(email)
    const rows = await shop().db.selectFrom('staff_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)

    const stranger = officeBrowser(shop().app)
    expect((await stranger.call('accept_invitation', { token, name: 'Eve' })).status).toBe(401)
    await proveEmail(shop(), stranger, newStaffEmail())
    expect((await stranger.call('accept_invitation', { token, name: 'Eve' })).body).toMatchObject({
      code: 'other_address',
    })
    const invited = officeBrowser(shop().app)
    expect((await invited.call('office_entrance', { token })).body).toMatchObject({
      invitation: { role: 'door', email_hint: 's•••@example.com' },
    })
    await proveEmail(shop(), invited, email)
    expect((await invited.call('accept_invitation', { token: 'made-up', name: 'A' })).body).toMatchObject({
      code: 'invitation_ended',
    })
    expect((await invited.call('accept_invitation', { token, name: 'Ada' })).status).toBe(200)
    expect((await invited.call('accept_invitation', { token, name: 'Ada' })).status).toBe(200)
    expect(await rolesIn(organiserId)).toEqual([
      { email: owner.email, role: 'owner', event_ids: null },
      { email, role: 'door', event_ids: [eventId] },
    ])
    expect((await browser.call('invite_staff', sent)).body).toMatchObject({ code: 'already_on_team' })
    const { people } = (await browser.call('office_team', { organiser_id: organiserId })).body as { people: object[] }
    expect(people).toContainEqual(expect.objectContaining({ email, name: 'Ada', role: 'door', event_ids: [eventId] }))
    expect((await logOf(shop(), owner.id)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['invite_staff', 'done'],
      ['office_team', 'looked'],
    ])
  })

  it('an invitation expires after seven days, when withdrawn, and when a newer one is sent', async () => {
    const { organiserId, browser, owner } = await anOwner()
    const invite = async (email: string) => {
      expect((await browser.call('invite_staff', { organiser_id: organiserId, email, role: 'reader' })).status).toBe(
        200,
      )
      return tokenMailedTo(email)
    }
    const [older, email] = [newStaffEmail(), newStaffEmail()]
    const first = await invite(older)
    // A second press within a minute sends nothing, and leaves the first invitation as it is.
    const twice = { organiser_id: organiserId, email: older, role: 'reader' }
    expect((await browser.call('invite_staff', twice)).body.code).toBe('just_sent')
    expect((await browser.call('invite_staff', { ...twice, again: '1' })).status).toBe(200)
    const { invitations } = (await browser.call('office_team', { organiser_id: organiserId })).body as {
      invitations: { invitation_id: number }[]
    }
    expect(invitations).toHaveLength(1)
    const withdrawn = await invite(email)
    const { id } = await shop()
      .db.selectFrom('staff_invitations')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(await browser.call('end_invitation', { organiser_id: organiserId, invitation_id: id })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    for (const [address, token] of [
      [older, first],
      [email, withdrawn],
    ] as const) {
      const guest = await inSession(shop(), { staffId: null, email: address })
      expect((await guest.call('accept_invitation', { token })).body).toMatchObject({ code: 'invitation_ended' })
    }
    const late = newStaffEmail()
    const token = await invite(late)
    shop().clock.advance(7 * 86_400)
    const guest = await inSession(shop(), { staffId: null, email: late })
    expect((await guest.call('accept_invitation', { token })).body).toMatchObject({ code: 'invitation_ended' })
    expect(await rolesIn(organiserId)).toEqual([{ email: owner.email, role: 'owner', event_ids: null }])
  })

  it.each([
    ['is removed', 'end_staff', {}],
    ['is no longer an owner', 'change_staff', { role: 'manager' }],
  ] as const)('an invitation ends when the owner who made it %s', async (_, act, more) => {
    const { organiserId, browser } = await anOwner()
    const second = await createStaff(shop(), organiserId, 'owner')
    const other = await inSession(shop(), { staffId: second.id, email: second.email })
    const [kept, ended] = [newStaffEmail(), newStaffEmail()]
    const sent = { organiser_id: organiserId, role: 'owner' } as const
    expect((await browser.call('invite_staff', { ...sent, email: kept })).status).toBe(200)
    expect((await other.call('invite_staff', { ...sent, email: ended })).status).toBe(200)
    expect((await browser.call(act, { ...more, organiser_id: organiserId, staff_id: second.id })).status).toBe(200)
    const accept = async (email: string) => {
      const token = await tokenMailedTo(email)
      return (await inSession(shop(), { staffId: null, email })).call('accept_invitation', { token, name: 'A' })
    }
    expect((await accept(ended)).body).toMatchObject({ code: 'invitation_ended' })
    expect((await accept(kept)).status).toBe(200)
  })

  it('a removed member loses access at the next click on every device, passkeys included', async () => {
    const { organiserId, browser, owner } = await anOwner()
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const devices = [await inSession(shop(), { staffId: id, email }), await inSession(shop(), { staffId: id, email })]
    await shop()
      .db.insertInto('staff_passkeys')
      .values({
        staff_id: id,
        credential_id: email,
        public_key: '',
        counter: 0,
        name: '',
        created_at: shop().clock.now(),
      })
      .execute()
    for (const device of devices) expect((await device.call('office_account')).status).toBe(200)
    expect((await browser.call('end_staff', { organiser_id: organiserId, staff_id: id })).status).toBe(200)
    for (const device of devices) expect((await device.call('office_account')).status).toBe(401)
    const left = async (table: 'staff_sessions' | 'staff_passkeys' | 'staff_roles') =>
      (await shop().db.selectFrom(table).select('ended_at').where('staff_id', '=', id).execute()).filter(
        ({ ended_at }) => ended_at === null,
      )
    expect([await left('staff_sessions'), await left('staff_passkeys'), await left('staff_roles')]).toEqual([
      [],
      [],
      [],
    ])
    expect((await logOf(shop(), owner.id)).find(({ action }) => action === 'end_staff')).toMatchObject({
      before: { name: expect.stringContaining('Staff'), role: 'manager' },
      after: { role: null, signed_out: true },
    })
    shop().clock.advance(60)
    expect((await proveEmail(shop(), officeBrowser(shop().app), email)).body).toEqual({ is_staff: false })
  })

  it('a removed member who works for another organiser stays signed in there only', async () => {
    const { organiserId, browser } = await anOwner()
    const elsewhere = await anOwner()
    const otherOwner = elsewhere.owner
    await shop()
      .db.insertInto('staff_roles')
      .values({ staff_id: otherOwner.id, organiser_id: organiserId, role: 'manager', created_at: shop().clock.now() })
      .execute()
    expect((await elsewhere.browser.call('office_log', { organiser_id: organiserId })).status).toBe(200)
    expect((await browser.call('end_staff', { organiser_id: organiserId, staff_id: otherOwner.id })).status).toBe(200)
    expect((await elsewhere.browser.call('office_log', { organiser_id: organiserId })).status).toBe(404)
    expect((await elsewhere.browser.call('office_log', { organiser_id: elsewhere.organiserId })).status).toBe(200)
  })

  it('the last owner cannot be removed or step down, and a role change ends one row and adds another', async () => {
    const { organiserId, browser, owner } = await anOwner()
    const { id } = await createStaff(shop(), organiserId, 'reader')
    const change = (staff_id: number, role: string) =>
      browser.call('change_staff', { organiser_id: organiserId, staff_id, role })
    expect((await browser.call('end_staff', { organiser_id: organiserId, staff_id: owner.id })).body).toMatchObject({
      code: 'last_owner',
    })
    expect((await change(owner.id, 'manager')).body).toMatchObject({ code: 'last_owner' })
    expect((await change(id, 'owner')).status).toBe(200)
    expect((await change(owner.id, 'manager')).status).toBe(200)
    // From the next call on, this person is no longer an owner.
    expect((await change(owner.id, 'owner')).status).toBe(403)
    const rows = await shop()
      .db.selectFrom('staff_roles')
      .selectAll()
      .where('staff_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ role, ended_at }) => [role, ended_at !== null])).toEqual([
      ['reader', true],
      ['owner', false],
    ])
    expect((await logOf(shop(), owner.id)).find(({ outcome }) => outcome === 'done')).toMatchObject({
      action: 'change_staff',
      subject_kind: 'staff',
      subject_id: String(id),
      before: { role: 'reader', event_ids: null },
      after: { role: 'owner', event_ids: null },
    })
  })
})

describeOnPostgres('concurrent changes of the team', () => {
  const shop = useShop('postgres')
  const { anOwner, tokenMailedTo, rolesIn } = useTeam(shop)

  it('fifty acceptances of one invitation create one person with one role', async () => {
    const { organiserId, browser } = await anOwner()
    const email = newStaffEmail()
    await browser.call('invite_staff', { organiser_id: organiserId, email, role: 'manager' })
    const token = await tokenMailedTo(email)
    const tabs = await Promise.all(Array.from({ length: 50 }, () => inSession(shop(), { staffId: null, email })))
    const answers = await Promise.all(tabs.map((tab) => tab.call('accept_invitation', { token, name: 'Ada' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'invitation_ended')).toHaveLength(49)
    expect((await rolesIn(organiserId)).filter((row) => row.email === email)).toHaveLength(1)
    expect(await shop().db.selectFrom('staff').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  it('two owners who remove each other leave one', async () => {
    for (let n = 0; n < 5; n++) {
      const { organiserId, browser, owner } = await anOwner()
      const second = await createStaff(shop(), organiserId, 'owner')
      const other = await inSession(shop(), { staffId: second.id, email: second.email })
      const answers = await Promise.all([
        browser.call('end_staff', { organiser_id: organiserId, staff_id: second.id }),
        other.call('end_staff', { organiser_id: organiserId, staff_id: owner.id }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await rolesIn(organiserId)).toHaveLength(1)
    }
  })

  it('an owner who was just removed can no longer remove others', async () => {
    for (let n = 0; n < 5; n++) {
      const { organiserId, browser, owner } = await anOwner()
      await createStaff(shop(), organiserId, 'owner')
      const second = await createStaff(shop(), organiserId, 'owner')
      const other = await inSession(shop(), { staffId: second.id, email: second.email })
      await Promise.all([
        browser.call('end_staff', { organiser_id: organiserId, staff_id: second.id }),
        other.call('end_staff', { organiser_id: organiserId, staff_id: owner.id }),
      ])
      expect(await rolesIn(organiserId)).toHaveLength(2)
    }
  })
})
