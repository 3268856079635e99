import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { door as t } from '@foyer/contract/messages.ts'
import { door as office } from '@foyer/contract/office/door/messages.en.ts'
import { eventPage } from '@foyer/contract/office/events/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/find-browser.mjs'
import { newEmail } from '../support/buyer.ts'
import { createEvent, openOffice, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'the camera works the same on a phone')

const [WIDTH, HEIGHT] = [640, 480]

/** What a camera sees of a picture held by hand: small, tilted, dim and noisy. */
const cameraFrame = (page: Page, png: Buffer): Promise<number[]> =>
  page.evaluate(
    async ([base64, width, height]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.fillStyle = '#777'
      context.fillRect(0, 0, width, height)
      context.translate(width / 2 + 30, height / 2 - 10)
      context.rotate(0.12)
      context.drawImage(picture, -150, -150, 300, 300)
      const { data } = context.getImageData(0, 0, width, height)
      // Luminance between 40 and 200 of 255, with a grain that is the same in every run.
      return Array.from({ length: width * height }, (_, i) => 40 + (data[i * 4]! * 160) / 255 + ((i * 7919) % 13))
    },
    [png.toString('base64'), WIDTH, HEIGHT] as const,
  )

/** A video for Chromium's fake camera: four seconds of grey, then the picture, in a loop. */
function film(path: string, luminance: readonly number[]): void {
  const grey = Buffer.alloc(WIDTH * HEIGHT, 119)
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = (light: Buffer) => Buffer.concat([Buffer.from('FRAME\n'), light, colours])
  const shown = [...Array<Buffer>(20).fill(grey), ...Array<Buffer>(25).fill(Buffer.from(luminance))]
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...shown.map(frame)]))
}

story('scans a ticket by camera, with our own decoder and with the browser’s', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, newEmail('camera-owner'))
  await createEvent(page, shop, 'Camera night', { inDays: 1 })
  await expect(async () => {
    await buyer.fillBasket('camera-night', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(newEmail('camera'))
  await buyer.open(PAGES.wallet)
  expect(await buyer.countCodes()).toBe(2)
  const pictures = buyer.page.getByRole('img', { name: /^QR code of ticket / })
  const codes = [...new Set((await buyer.page.content()).match(/\b[0-9A-Z]{20}\.[0-9A-Z]{100}\b/g))]

  await openTab(page, eventPage['tab.guests'])
  const createPairingCode = async (name: string) => {
    await page.getByLabel(office.name).fill(name)
    await page.getByRole('button', { name: office.pair }).click()
    const box = page.locator('.office-box').filter({ hasText: name })
    return /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await box.textContent())!)![0]
  }

  const folder = mkdtempSync(join(tmpdir(), 'foyer-camera-'))
  /** A phone at the door whose camera sees one of the tickets. */
  const openPhone = async (name: string, ticket: number) => {
    const path = join(folder, `${ticket}.y4m`)
    film(path, await cameraFrame(buyer.page, await pictures.nth(ticket).screenshot()))
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: [
        ...BROWSER_FLAGS,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${path}`,
      ],
    })
    const context = await browser.newContext({ permissions: ['camera'] })
    const pair = async () => {
      const phone = await context.newPage()
      await phone.goto(`${shop.url}${PAGES.door}`)
      await phone.getByLabel(t['door.pairingCode']).fill(await createPairingCode(name))
      await phone.getByRole('button', { name: t['door.pair'], exact: true }).click()
      await expect(phone.getByRole('status').filter({ hasText: 'of 2 are in' })).toBeVisible()
      return phone
    }
    return { browser, context, pair }
  }
  const expectVerdict = (phone: Page, verdict: string) =>
    expect(phone.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()

  // Safari and Firefox have no QR code reader of their own.
  const safari = await openPhone('Safari', 0)
  await safari.context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
  const north = await safari.pair()
  const loaded: string[] = []
  north.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await north.getByRole('button', { name: t['door.camera'] }).click()
  await expectVerdict(north, t['door.admitted'])
  expect(loaded.some((path) => /\/decode-.*\.js$/.test(path))).toBe(true)
  // Shown to the camera again a little later, the ticket has already been used.
  await expectVerdict(north, t['door.already_admitted'])
  // A slow shop counts as offline, so the entry waits for the next try.
  const expectCount = (phone: Page, text: string) =>
    expect(phone.getByRole('status').filter({ hasText: text })).toContainText(t['door.online'])
  await expectCount(north, '1 of 2 are in')
  // The film goes on behind the verdict, which covers the button.
  await north.getByRole('button', { name: t['door.cameraOff'] }).press('Enter')
  await expect(north.getByLabel(t['door.cameraPicture'])).toBeHidden()
  await safari.browser.close()

  // A browser with a reader of its own doesn't load ours.
  const android = await openPhone('Android', 1)
  await android.context.addInitScript((code) => {
    const detector = class {
      detect = async (video: HTMLVideoElement) => (video.currentTime > 0 ? [{ rawValue: code }] : [])
    }
    Object.assign(globalThis, { BarcodeDetector: detector })
  }, codes[1]!)
  const south = await android.pair()
  south.on('request', (request) => loaded.push(`south ${new URL(request.url()).pathname}`))
  await south.getByRole('button', { name: t['door.camera'] }).click()
  await expectVerdict(south, t['door.admitted'])
  expect(loaded.filter((path) => /^south .*\/decode-/.test(path))).toEqual([])
  await expectCount(south, '2 of 2 are in')
  await android.browser.close()
  rmSync(folder, { recursive: true })
})
