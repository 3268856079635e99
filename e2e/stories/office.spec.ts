import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fill } from '@foyer/contract/fill.ts'
import { entrance, home, log, me, office, prove, team } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { enterCode, expectAccessible, firstLink, invitationTo, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'
import { gzippedSize } from '../support/weight.ts'

/** Limits in bytes, gzip -9, of every page of the office without React. */
const SCRIPT = 40_000
const STYLES = 9000

// The order matters: the setup link works only once per shop.
story.describe.configure({ mode: 'serial' })
story.skip(
  ({ isMobile }) => isMobile,
  'a shop has only one first staff member; the pages are checked at both widths below',
)

const OWNER = newEmail('owner')
const DOOR = newEmail('door')

story('sets up the office and invites a team; every page passes axe', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer()
  await page.goto(`${shop.url}${OFFICE_PAGES.home.path}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(entrance.title)
  await expectAccessible(page, 'sign in')

  await page.goto(firstLink(shop))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(entrance['first.title'])
  await enterCode(page, shop, OWNER, entrance['check.join'])
  await expect(page.getByText(fill(entrance['first.proved'], { email: OWNER }))).toBeVisible()
  await expectAccessible(page, 'first')
  await page.getByLabel(entrance.name).fill('Olive Owner')
  await page.getByRole('button', { name: entrance['first.join'] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
  await expectAccessible(page, 'home')

  await openPlace(page, office['nav.settings'], office['tab.team'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.title)
  await page.getByLabel(team['invite.email']).fill('nobody')
  await page.getByRole('button', { name: team['invite.send'] }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel(team['invite.email'])).toHaveValue('nobody')
  await expectAccessible(page, 'team, refused')
  await page.getByLabel(team['invite.email']).fill(DOOR)
  await page.getByLabel(team.role).last().selectOption('door')
  await page.getByRole('button', { name: team['invite.send'] }).click()
  await expect(page.getByRole('heading', { name: team.open })).toBeVisible()
  await expectAccessible(page, 'team')

  const guest = (await newBuyer()).page
  await guest.goto(await invitationTo(shop, DOOR))
  await expectAccessible(guest, 'invitation')
  await enterCode(guest, shop, DOOR, entrance['check.join'])
  await guest.getByLabel(entrance.name).fill('Dora Door')
  await guest.getByRole('button', { name: entrance['invitation.accept'] }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(home.title)
  await expect(guest.getByRole('link', { name: office['nav.settings'] })).toBeHidden()

  await page.reload()
  await page.getByText(`${team.end} Dora Door`).click()
  await page.getByRole('button', { name: fill(team.endConfirm, { name: 'Dora Door' }) }).click()
  await expect(page.getByRole('heading', { name: 'Dora Door' })).toBeHidden()
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(entrance.title)

  await openPlace(page, office['nav.settings'], office['tab.log'])
  await expect(page.getByRole('rowheader', { name: 'Removed Dora Door from the team' })).toBeVisible()
  await expectAccessible(page, 'log')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: log.export }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('end_staff')
})

story('a passkey can be added and used to sign in', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer()
  const authenticators = await page.context().newCDPSession(page)
  await authenticators.send('WebAuthn.enable')
  await authenticators.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.waitForTimeout(30_500 - (Date.now() - Date.parse((await shop.mailbox(OWNER))[0]!.date)))
  await page.goto(`${shop.url}${OFFICE_PAGES.account.path}`)
  await enterCode(page, shop, OWNER, entrance.check)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(me.title)
  await page.getByLabel(me['passkeys.name']).fill('Test key')
  await page.getByRole('button', { name: me['passkeys.add'] }).click()
  await expect(page.getByText('Test key', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: me.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, 'account')
  await page.getByRole('button', { name: office['button.signOut'], exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(entrance.title)
  await page.getByRole('button', { name: entrance['passkey.button'] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
})

story('the forms work without JavaScript', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer({ javaScriptEnabled: false })
  await page.waitForTimeout(30_500 - (Date.now() - Date.parse((await shop.mailbox(OWNER))[0]!.date)))
  await page.goto(`${shop.url}${OFFICE_PAGES.team.path}`)
  await enterCode(page, shop, OWNER, entrance.check)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.title)
  await page.getByLabel(team['invite.email']).fill('nobody')
  await page.getByRole('button', { name: team['invite.send'] }).click()
  await expect(page.getByText('Please type a valid email address')).toBeVisible()
  await page.getByLabel(team['invite.email']).fill(newEmail('invited'))
  await page.getByRole('button', { name: team['invite.send'] }).click()
  await expect(page.getByRole('heading', { name: team.open })).toBeVisible()
  await expect(page.getByText(prove.needed)).toBeHidden()
})

story('an office page adds little to React, and adds nothing to the shop', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer()
  const html = await (await page.request.get(`${shop.url}${OFFICE_PAGES.sign_in.path}`)).text()
  const files = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file)
  const client = fileURLToPath(new URL('../../web/dist/client', import.meta.url))
  const weight = (files: string[]) => files.reduce((sum, file) => sum + gzippedSize(readFileSync(client + file)), 0)
  const own = files.filter((file) => file.endsWith('.js') && !file.includes('office-react'))
  expect(own.length).toBeGreaterThan(0)
  expect(weight(own)).toBeLessThanOrEqual(SCRIPT)
  expect(weight(files.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(STYLES)
  const shopPage = await (await page.request.get(`${shop.url}/`)).text()
  expect(shopPage).not.toContain('/assets/office')
})
