import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  keysPage,
  messageStates,
  webhooksPage as t,
  webhookKinds,
  webhookStates,
} from '@foyer/contract/office/integrations/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'the pages are checked at both widths below')

/** An organiser's program that receives webhooks: responds 500 until it is fixed, and stores the messages it gets. */
async function startProgram() {
  const state = { status: 500 }
  const received: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(state.status).end(state.status === 500 ? 'out of order' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/foyer`, state, received, close }
}

story('an owner creates an API key and a webhook, and redelivers a message', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, newEmail('integrations'))
  await createEvent(page, shop, 'API night', { where: '' })
  const organiser = /organiser_id=\d+/.exec(page.url())![0]

  await page.goto(`${shop.url}${OFFICE_PAGES.keys.path}?${organiser}`)
  await expect(page.getByText(keysPage.none)).toBeVisible()
  await page.getByRole('button', { name: keysPage['make.button'] }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'a key without a name')
  await page.getByLabel(keysPage.name, { exact: false }).fill('Accounting of the Mill Hall, with a rather long name')
  await page.getByRole('button', { name: keysPage['make.button'] }).click()
  const shown = page.getByRole('region', { name: keysPage.new }).locator('code')
  await expect(shown).toBeVisible()
  const key = (await shown.textContent())!
  await expectAccessible(page, 'a new key')
  const apiStatus = async () =>
    (await fetch(`${shop.url}/api/v1/events/`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await apiStatus()).toBe(200)
  await page.goto(`${shop.url}${OFFICE_PAGES.keys.path}?${organiser}`)
  await expect(page.getByText(key)).toBeHidden()
  await expectAccessible(page, 'keys')
  await page.getByRole('button', { name: /^End the key/ }).click()
  await expect(page.getByText(keysPage.ended, { exact: true })).toBeVisible()
  expect(await apiStatus()).toBe(401)

  const program = await startProgram()
  await page.goto(`${shop.url}${OFFICE_PAGES.webhooks.path}?${organiser}`)
  await page.getByLabel(t.url).fill('http://169.254.169.254/')
  await page.getByLabel(webhookKinds['event.changed']).check()
  await page.getByRole('button', { name: t['make.button'] }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'a webhook into the house')
  await page.getByLabel(t.url).fill(program.url)
  await page.getByRole('button', { name: t['make.button'] }).click()
  const secretBox = page.getByRole('region', { name: t.new }).locator('code')
  await expect(secretBox).toBeVisible()
  const secret = (await secretBox.textContent())!
  await expectAccessible(page, 'a new webhook')

  await page.getByRole('link', { name: `Messages and settings of ${program.url}` }).click()
  await expect(page.getByText(t['messages.none'])).toBeVisible()
  await page.getByRole('button', { name: t.test }).click()
  await expect.poll(() => program.received.length).toBe(1)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('out of order')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText(messageStates.waiting, { exact: true })).toBeVisible()
  await expectAccessible(page, 'a message that waits')

  program.state.status = 200
  await page.getByRole('button', { name: /^Try message/ }).click()
  // The shop also retries by itself.
  await expect.poll(() => program.received.length).toBeGreaterThan(1)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(messageStates.delivered, { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText(webhookStates.on).first()).toBeVisible()
  await expectAccessible(page, 'a message that arrived')
  const [first, latest] = [program.received[0]!, program.received.at(-1)!]
  expect(latest.headers['webhook-id']).toBe(first.headers['webhook-id'])
  const signed = `${latest.headers['webhook-id']}.${latest.headers['webhook-timestamp']}.${latest.body}`
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64')
  expect(latest.headers['webhook-signature']).toContain(`v1,${signature}`)

  await page.getByRole('button', { name: t.off }).click()
  await expect(page.getByText(webhookStates.off).first()).toBeVisible()
  await expectAccessible(page, 'a webhook that is off')
  program.close()
})
