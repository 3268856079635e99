import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from '@foyer/contract/fill.ts'
import { account, common, completed, door, signIn, checkout as t, shop as words } from '@foyer/contract/messages.ts'
import { door as officeDoor } from '@foyer/contract/office/door/messages.en.ts'
import { newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { entrance, home } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { openHostPage } from '../support/host-page.ts'
import { importCatalogue, openShop, type Shop } from '../support/shop.ts'
import { type Engine, openFirefox, openWebKit } from './drive.ts'

const EVENT = { title: 'Two Engines', slug: 'two-engines' }
const WAIT_MS = 20_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Ref = { [ELEMENT]: string }

/** Finds elements as a person would: a button, link or heading by its text, a field by its label. Runs in the page. */
const FIND = `
  const [kind, name, isPart] = arguments
  const says = (text) => isPart ? text.includes(name) : text === name
  const worded = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim()
  const shown = (element) => element.checkVisibility() && !element.disabled
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown)
  if (kind === 'field') return all('input, select, textarea').find((field) =>
    says(field.getAttribute('aria-label') ?? '') || [...(field.labels ?? [])].some((label) => says(worded(label)))) ?? null
  return all(kind).find((element) => says(worded(element))) ?? null`
const READY = `const h1 = document.querySelector('h1')
  return h1 !== null && Object.keys(h1).some((key) => key.startsWith('__reactFiber'))`

/** The ticket's code as a camera sees it, on a canvas that stands in for the camera. */
const SHOW_TICKET = `
  const [picture] = arguments
  navigator.mediaDevices.getUserMedia = async () => {
    const image = new Image()
    image.src = picture
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    setInterval(() => {
      context.fillStyle = '#999'
      context.fillRect(0, 0, 640, 480)
      context.drawImage(image, 180, 90, 300, 300)
    }, 100)
    return canvas.captureStream(10)
  }`

/** A person at one browser. */
function personAt({ send }: Engine) {
  const run = (script: string, ...args: unknown[]) => send('run', { script, args })
  async function until<T>(what: string, attempt: () => Promise<T>): Promise<T & {}> {
    const end = Date.now() + WAIT_MS
    let last = 'not there'
    for (;;) {
      const found = await attempt().catch((error: unknown) => {
        last = String(error)
      })
      if (found) return found
      if (Date.now() > end)
        throw new Error(`${what}: ${last}. The page: ${await run('return document.body.innerText')}`)
      await sleep(100)
    }
  }
  const find = (kind: string, name: string, isPart = false) =>
    until(`${kind} "${name}"`, () => run(FIND, kind, name, isPart) as Promise<Ref | null>)
  const ready = () => until('a page that takes presses', () => run(READY))
  const press = async (name: string, kind = 'button', isPart = false) => {
    await find(kind, name, isPart)
    await until(`a press on "${name}"`, async () => {
      const { [ELEMENT]: id } = (await run(FIND, kind, name, isPart)) as Ref
      await run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', { [ELEMENT]: id })
      await send('click', { id })
      return true
    })
  }
  const type = async (label: string, text: string) => {
    await find('field', label, true)
    await until(`a field "${label}" that takes text`, async () => {
      const { [ELEMENT]: id } = (await run(FIND, 'field', label, true)) as Ref
      const isDay = await run('return ["date", "time"].includes(arguments[0].type)', { [ELEMENT]: id })
      // How a day is typed depends on the browser's language.
      if (isDay) await run('arguments[0].value = arguments[1]', { [ELEMENT]: id }, text)
      else if (await run('return parent === window')) await send('type', { id, text })
      // WebKit's driver can't give the focus to a field in a frame of another site, so no keys are pressed there.
      else
        await run(
          'arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new InputEvent("input", { bubbles: true }))',
          { [ELEMENT]: id },
          text,
        )
      return true
    })
  }
  return {
    send,
    run,
    until,
    find,
    ready,
    press,
    type,
    heading: async (name: string) => {
      await find('h1', name, true)
    },
    open: async (url: string) => {
      await send('open', { url })
    },
  }
}
type Person = ReturnType<typeof personAt>

async function codeFor({ until }: Person, shop: Shop, email: string): Promise<string> {
  return until(`a code for ${email}`, async () => /^\d{6}/.exec((await shop.mailbox(email))[0]?.subject ?? '')?.[0])
}

/** Signs in to the office by the first link, puts an event on sale for tomorrow, and makes a pairing code for its door. */
async function openOffice(person: Person, shop: Shop): Promise<string> {
  const { open, press, type, heading, run, until } = person
  const link = await until('the first link', async () => /http:\S+\/office\/first\/\?token=[\w-]+/.exec(shop.printed()))
  await open(link[0])
  await type(entrance.email, 'owner@example.org')
  await press(entrance.send)
  await type(entrance.code, await codeFor(person, shop, 'owner@example.org'))
  await press(entrance['check.join'])
  await type(entrance.name, 'Olive Owner')
  await press(entrance['first.join'])
  await heading(home.title)
  await open(shop.url + OFFICE_PAGES.new_event.path)
  await type(newEvent.name, EVENT.title)
  await type(newEvent.day, new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  await type(newEvent.starts, '19:30')
  await type(newEvent.howMany, '80')
  await type(newEvent.price, '6')
  await press(newEvent.publish)
  await heading(EVENT.title)
  await press(officeDoor.title, 'a')
  await type(officeDoor.name, 'North')
  await press(officeDoor.pair)
  const shown = async () => /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(String(await run('return document.body.innerText')))
  return (await until('a pairing code', shown))[0]
}

/** Buys a ticket by card as a guest, and returns the picture of its code. */
async function buy(person: Person, shop: Shop): Promise<string> {
  const { send, open, press, type, heading, ready, run, until, find } = person
  await open(shop.url + PAGES.event.replace(':slug', EVENT.slug))
  await ready()
  await press(fill(common['quantity.more'], { name: 'Ticket' }))
  await press(words['tickets.add'])
  await find('p, span, div', words['tickets.added'], true)
  await open(shop.url + PAGES.checkout)
  await heading(common['title.basket'])
  await ready()
  await press(t['button.reserveBasket'], 'button', true)
  await heading(common['title.account'])
  await ready()
  await type(signIn['account.email'], 'ada@example.org')
  await press(signIn['account.sendCode'])
  await type(signIn['account.code'], await codeFor(person, shop, 'ada@example.org'))
  await press(signIn['account.verify'])
  await type(t['account.name'], 'Ada Lovelace')
  await press(common['button.continue'])
  await heading(t['title.keepUpdated'])
  await press(common['button.continue'])
  await heading(t['title.payment'])
  await type(t['payment.postcode'], 'PW1 1AA')
  const frame = await until('the card form', () =>
    run('return document.querySelector("iframe[title*=card i], iframe[title*=payment i]")'),
  )
  await send('frame', { id: frame })
  await type('Card number', '4242424242424242')
  await type('Expiry date', '12 / 34')
  await type('Security code', '123')
  await send('frame', { id: null })
  await press('Pay ', 'button', true)
  await heading(completed['title.orderComplete'])
  await press(completed['link.goToTicketWallet'], 'a')
  await heading(account['wallet.title'])
  await ready()
  await press('Ticket 1 of 1', 'button', true)
  const picture =
    "const code = document.querySelector(\"[aria-label^='QR code of ticket'], [alt^='QR code of ticket']\")"
  return (await until('the code', () =>
    run(`${picture}
      if (code.tagName === 'IMG') return code.src
      return 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(code))`),
  )) as string
}

/** Pairs the browser with the door, turns the camera on, and shows the ticket to it. */
async function letIn(person: Person, shop: Shop, pairingCode: string, picture: string): Promise<void> {
  const { open, press, type, run, until, ready, find } = person
  await open(shop.url + PAGES.door)
  await ready()
  await type(door['door.pairingCode'], pairingCode)
  await press(door['door.pair'])
  await find('[role=status]', 'of 1 are in', true)
  await press(door['door.camera'])
  await until('a picture of the camera', () => run('return document.querySelector("video").videoWidth > 0'))
  await press(door['door.cameraOff'])
  await run(SHOW_TICKET, picture)
  await press(door['door.camera'])
  await find('[role=alert]', door['door.admitted'], true)
}

/** Chooses two tickets on a page of another site, where no cookie is set, and finds them in the basket of the shop. */
async function chooseElsewhere({ send, open, heading, run, until }: Person, shop: Shop): Promise<void> {
  const lines = `<script src="${shop.url}/widget.js" async></script><div data-foyer-event="${EVENT.slug}"></div>`
  const host = await openHostPage(shop.url, lines)
  await open(host.url)
  const widget = 'const form = document.querySelector("[data-foyer-event]").shadowRoot.querySelector("form")'
  await until('the widget', () => run(`${widget}; return getComputedStyle(form).display === 'grid'`))
  await run(`${widget}; form.querySelector('select').value = '2'`)
  const cookies = (await send('cookies')) as unknown[]
  if (cookies.length > 0) throw new Error(`cookies on the host page: ${JSON.stringify(cookies)}`)
  const button = (await run(`${widget}; return form.querySelector('button')`)) as Ref
  await send('click', { id: button[ELEMENT] })
  await heading(common['title.basket'])
  const tickets =
    'return window.basket ??= void fetch("/ajax/checkout/checkout/get/").then((r) => r.json()).then((r) => window.basket = r.tickets)'
  const [line] = (await until('a basket', () => run(tickets))) as { qty: number }[]
  if (line?.qty !== 2) throw new Error(`in the basket: ${JSON.stringify(line)}`)
  host.close()
}

async function walk(engine: Engine, template: string): Promise<void> {
  const shop = await openShop({}, template)
  const person = personAt(engine)
  const step = async <T>(name: string, take: () => Promise<T>): Promise<T> => {
    const result = await take()
    console.log(`  ${engine.name}: ${name}`)
    return result
  }
  try {
    const pairingCode = await step('an event is put on sale, and a door opened, in the office', () =>
      openOffice(person, shop),
    )
    const picture = await step('a ticket is bought by card and shown in the wallet', () => buy(person, shop))
    await step('the door reads it with the camera', () => letIn(person, shop, pairingCode, picture))
    await step('tickets are chosen on another site without cookies', () => chooseElsewhere(person, shop))
  } finally {
    await shop.close()
  }
}

const template = mkdtempSync(join(tmpdir(), 'foyer-other-browsers-'))
await importCatalogue(template)
const only = process.argv[2]
for (const [name, openEngine] of Object.entries({ firefox: openFirefox, webkit: openWebKit })) {
  if (only && only !== name) continue
  const engine = await openEngine()
  if (typeof engine === 'string') {
    console.log(`${engine}: left out.`)
    continue
  }
  try {
    await walk(engine, template)
  } catch (error) {
    console.error(`${engine.name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  } finally {
    await engine.close()
  }
}
rmSync(template, { recursive: true, force: true })
