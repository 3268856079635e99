import { expect, it } from 'vitest'
import { describeOnPostgres } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { run } from './cli.ts'
import { newStaffEmail, officeBrowser, proveEmail } from './testing/office.ts'

describeOnPostgres('npm run staff', () => {
  const shop = useShop('postgres')
  const staff = async (...args: string[]) => {
    const output: string[] = []
    const code = await run(args, { DATABASE_URL: shop().databaseUrl }, (text) => output.push(text), shop().clock)
    return [code, output.join('\n')] as const
  }

  it('creates the first owner and other roles, lists them, and revokes them', async () => {
    const [one, two] = [await createEvent(shop().db), await createEvent(shop().db)]
    const slugOf = async (id: number) =>
      (await shop().db.selectFrom('organisers').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
    const [first, second] = [await slugOf(one.organiserId), await slugOf(two.organiserId)]
    const [owner, door] = [newStaffEmail(), newStaffEmail()]
    expect(await staff('list')).toEqual([0, 'There are no staff yet.'])
    expect(await staff('add', owner.toUpperCase())).toEqual([
      0,
      `${owner} is owner of ${first}.\n${owner} is owner of ${second}.\n${owner} is operator of this installation.`,
    ])
    expect(await staff('add', door, '--organiser', second, '--role', 'door')).toEqual([
      0,
      `${door} is door of ${second}.`,
    ])
    expect(await staff('add', owner, '--role', 'reader', '--organiser', first)).toEqual([
      0,
      `${owner} is the last owner of ${first} and remains its owner.`,
    ])
    expect(await staff('list')).toEqual([
      0,
      `${owner}  operator  owner of ${first}\n${owner}  operator  owner of ${second}\n${door}  door of ${second}`,
    ])
    const browser = officeBrowser(shop().app)
    expect((await proveEmail(shop(), browser, door)).body).toEqual({ is_staff: true })
    expect((await browser.call('office_home', { organiser_id: two.organiserId })).status).toBe(200)
    expect(await staff('end', owner)).toEqual([1, `${owner} is the last owner of ${first}. Add another owner first.`])
    expect(await staff('end', door)).toEqual([0, `${door} is off every team and signed out.`])
    expect((await browser.call('office_home', { organiser_id: two.organiserId })).status).toBe(401)
    const lines = await shop()
      .db.selectFrom('staff_log')
      .select(['action'])
      .where('action', '=', 'staff_command')
      .execute()
    expect(lines).toHaveLength(4)
  })

  it('prints its usage when called incorrectly', async () => {
    for (const args of [[], ['add'], ['add', 'nobody'], ['add', 'a@b.cd', '--role', 'king'], ['end'], ['list', 'x']]) {
      const [code, output] = await staff(...args)
      expect([code, output.startsWith('npm run staff -- add EMAIL')]).toEqual([1, true])
    }
    expect((await staff('--help'))[0]).toBe(0)
    expect(await staff('add', 'a@b.cd', '--organiser', 'nobody')).toEqual([1, 'There is no organiser "nobody".'])
  })
})
