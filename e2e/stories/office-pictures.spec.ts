import { randomFillSync } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { eventPage, eventStates, newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { pictures } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { expectAccessible, openOffice, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(
  ({ isMobile }) => isMobile,
  'a shop has only one first staff member; the pages are checked at both widths below',
)

/** A PNG of noise, which no format can compress: three bytes per pixel. */
function noise(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = randomFillSync(Buffer.alloc((width * 3 + 1) * height))
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

story(
  'pictures of an event, an organiser and the shop are scaled, checked and shown to buyers',
  async ({ newBuyer }) => {
    const owner = newEmail('pictures')
    const { page, shop } = await newBuyer()
    const chooser = (name: string) => page.getByRole('button', { name, exact: true })
    await openOffice(page, shop, owner)
    await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
    await page.getByLabel(newEvent.name).fill('Night of pictures')
    await page.getByLabel(newEvent.day).fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
    await page.getByLabel(newEvent.starts).fill('19:30')
    await page.getByLabel(newEvent.howMany).fill('80')
    await page.getByLabel(newEvent.price).fill('6')
    await page.getByLabel(newEvent.where).fill('Mill Hall')
    await page.getByRole('button', { name: newEvent.publish }).click()
    await expect(page.getByText(eventStates.on_sale, { exact: true })).toBeVisible()

    await openTab(page, eventPage['tab.page'], pictures.eventTitle)
    const field = chooser(pictures.file)
    await expectAccessible(page, 'picture, none yet')

    // A small picture is uploaded unchanged; a large one is scaled down in the browser first.
    await field.setInputFiles(file('small.png', noise(200, 150)))
    await page.waitForTimeout(200)
    const chosen = () =>
      field.evaluate((input: HTMLInputElement) => {
        const [chosenFile] = input.files!
        return { name: chosenFile!.name, type: chosenFile!.type, size: chosenFile!.size }
      })
    expect(await chosen()).toMatchObject({ name: 'small.png', type: 'image/png' })
    const large = noise(2400, 600)
    await field.setInputFiles(file('large.png', large))
    await expect(page.getByText(pictures.scaled)).toBeVisible()
    const sent = await chosen()
    expect(sent).toMatchObject({ name: 'large.png', type: 'image/webp' })
    expect(sent.size).toBeLessThan(large.length / 3)
    const scaled = await field.evaluate(async (input: HTMLInputElement) => {
      const { width, height } = await createImageBitmap(input.files![0]!)
      return [width, height]
    })
    expect(scaled).toEqual([1600, 400])
    await page.getByLabel(pictures.alt).fill('Coloured noise')
    await page.getByRole('button', { name: pictures.save }).click()
    await expect(page.getByRole('img', { name: 'Coloured noise' })).toBeVisible()
    await expectAccessible(page, 'picture')

    // An SVG may contain scripts: it is refused with a message, and the previous picture stays.
    await chooser(pictures.file).setInputFiles({
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await page.getByRole('button', { name: pictures.save }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Coloured noise' })).toBeVisible()
    await expectAccessible(page, 'picture, refused')

    await page.goto(`${shop.url}${OFFICE_PAGES.brand.path}`)
    await expectAccessible(page, 'brand, empty')
    await page.getByRole('textbox', { name: pictures.accent }).fill('#ffd54a')
    await page.getByRole('button', { name: pictures['accent.save'] }).click()
    await expect(page.getByText(/instead of #ffd54a/)).toBeVisible()
    await chooser(pictures.logo).setInputFiles(file('logo.png', noise(300, 80)))
    await page.getByRole('button', { name: pictures['logo.save'] }).click()
    await expect(page.getByRole('button', { name: pictures['logo.remove'] })).toBeVisible()
    await expectAccessible(page, 'brand')

    await page.goto(`${shop.url}${OFFICE_PAGES.shop.path}`)
    await chooser(pictures.logo).setInputFiles(file('shop.png', noise(240, 80)))
    await page.getByRole('button', { name: pictures['logo.save'] }).click()
    await expect(page.getByRole('button', { name: pictures['logo.remove'] })).toBeVisible()
    await expectAccessible(page, 'shop')

    const buyer = (await newBuyer()).page
    await expect(async () => {
      await buyer.goto(`${shop.url}/events/night-of-pictures/`)
      await expect(buyer.getByRole('img', { name: 'Coloured noise' })).toBeVisible({ timeout: 1000 })
      for (const where of ['banner', 'contentinfo'] as const)
        await expect(buyer.getByRole(where).locator('img[src^="/pictures/"]')).toBeVisible({ timeout: 1000 })
    }).toPass()
    const accent = () => buyer.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
    expect(await accent()).not.toBe('#6d1b52')
    await expectAccessible(buyer, 'event page in its organiser’s colour')
  },
)
