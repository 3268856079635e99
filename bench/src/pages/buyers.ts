import { orderPath, PAGES, type PageData, type PageName } from '@foyer/contract/pages.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Step } from '@foyer/domain/checkout/steps.ts'

const FREE_EVENT = 'tuesday-lunchtime-music'
const EMAIL = 'pages@example.org'

export const EVENT = 'big-barn-ceilidh'

/** Makes calls as a browser would and keeps the session cookie. */
class Buyer {
  cookie = ''
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async call(name: CallName, body: Record<string, string>): Promise<void> {
    const headers = { cookie: this.cookie }
    const reply = await fetch(`${this.url}${PATHS[name][1]}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(body),
    })
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`)
    const session = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('foyer_session='))
    if (session) this.cookie = session.split(';', 1)[0]!
  }

  /** The data a page's document was rendered with. */
  async data<P extends PageName>(page: P, slug = ''): Promise<PageData[P]> {
    const reply = await fetch(this.url + PAGES[page].replace(':slug', slug), { headers: { cookie: this.cookie } })
    const [, json] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(await reply.text())!
    return (JSON.parse(json!) as { data: PageData[P] }).data
  }

  async addTicket(slug: string): Promise<void> {
    const { dates } = await this.data('event', slug)
    const tickets = dates.flatMap((date) => date.tickets)
    const { ticket_id, min_per_customer } = tickets.find(
      (ticket) => !ticket.sold_out && ticket.seats === null && ticket.requires.length === 0,
    )!
    await this.call('add_to_basket', { ticket_id: String(ticket_id), quantity: String(Math.max(1, min_per_customer)) })
  }

  async goTo(state: Step): Promise<void> {
    await this.call('update_basket_state', { state })
  }

  /** Throws when the checkout is at another step, because the wrong page would be measured. */
  async expectStep(step: Step): Promise<void> {
    const { checkout } = await this.data('checkout')
    if (checkout?.state !== step) throw new Error(`The checkout is at ${checkout?.state}, not at ${step}`)
  }

  async reserve(): Promise<void> {
    await this.call('reserve_tickets', {})
    await this.goTo('login')
    await this.expectStep('login')
  }

  async proveEmail(): Promise<void> {
    await this.call('send_one_time_code', { email: EMAIL })
    const mails = await fetch(`${this.url}/dev/mailbox.json?to=${EMAIL}`)
    const [{ subject }] = (await mails.json()) as [{ subject: string }]
    await this.call('check_one_time_code', { email: EMAIL, code: /\d{6}/.exec(subject)![0] })
    await this.call('save_guest_to_sale', { email: EMAIL, fullname: 'Page Measurer' })
  }

  async claimTickets(): Promise<void> {
    await this.goTo('marketing_preferences')
    await this.goTo('payment')
    await this.call('claim_free_tickets', { email: EMAIL })
    await this.call('deliver_to_wallet', {})
    const wallet = await this.data('wallet')
    if (!wallet?.tickets.length) throw new Error('The wallet is empty')
  }

  async reference(): Promise<string> {
    const { checkout } = await this.data('checkout')
    return checkout!.sale_reference
  }
}

/**
 * Opens three sessions: one with a line in its basket, one at the first checkout step, and one with an order. Returns their
 * cookies and the path of the order.
 */
export async function buyersOf(url: string) {
  const [basket, checkout, wallet] = [new Buyer(url), new Buyer(url), new Buyer(url)]
  await basket.addTicket(EVENT)
  await basket.expectStep('basket')
  await checkout.addTicket(EVENT)
  await checkout.reserve()
  await wallet.addTicket(FREE_EVENT)
  await wallet.reserve()
  await wallet.proveEmail()
  await wallet.claimTickets()
  const order = orderPath(await wallet.reference())
  return { order, basket: basket.cookie, checkout: checkout.cookie, wallet: wallet.cookie }
}
