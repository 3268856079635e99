import type { SandboxState } from '../app.ts'
import { TEST_KEYS } from '../hcaptcha/routes.ts'
import { escapeHtml, page } from '../kernel/html.ts'
import { SWITCHES, type SwitchName, switchKind, VENDORS, type Vendor } from '../kernel/switches.ts'
import { REFUSED_ENTRIES, SOURCE_IDS, SQUARE_CARDS } from '../square/cards.ts'
import { TEST_CARDS } from '../stripe/cards.ts'
import { BANK_USERS } from '../truelayer/payments.ts'

const NAMES: Record<Vendor, string> = {
  stripe: 'Stripe',
  square: 'Square',
  truelayer: 'TrueLayer',
  hcaptcha: 'hCaptcha',
  twilio: 'Twilio',
}

const table = (caption: string, heads: string[], rows: string[][]) => `<div class="scroll"><table>
<caption class="quiet" style="text-align:left">${escapeHtml(caption)}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`

const code = (text: string) => `<code>${escapeHtml(text)}</code>`
const grouped = (number: string) =>
  number.length === 15 ? number.replace(/(.{4})(.{6})(.{5})/, '$1 $2 $3') : number.replace(/(.{4})(?=.)/g, '$1 ')

/** Test cards, bank users and switches on one page. */
export function humanPage(state: SandboxState): string {
  return page(
    'Payment sandbox',
    `<h1>Payment sandbox</h1>
<p class="quiet">Plays the payment providers for the shop. No real bank is asked and no money moves.</p>
${switchesSection(state)}
${cardsSection()}
${banksSection()}
${textsSection(state)}
${deliveriesSection(state)}`,
    { wide: true },
  )
}

function switchesSection(state: SandboxState): string {
  const on = state.switches.all()
  const rows = on.map((each) => [
    NAMES[each.vendor],
    escapeHtml(switchKind(each.switch).label),
    each.value ? code(each.value) : '',
    each.times === null ? 'always' : `${each.times} more`,
    `<form method="post" action="/control"><input type="hidden" name="vendor" value="${each.vendor}"><input type="hidden" name="switch" value="${each.switch}"><input type="hidden" name="times" value="0"><button aria-label="Switch off ${escapeHtml(switchKind(each.switch).label)} of ${NAMES[each.vendor]}">Switch off</button></form>`,
  ])
  const names = Object.keys(SWITCHES) as SwitchName[]
  return `<section class="card"><h2>Switches</h2>
${rows.length ? table('On now', ['Provider', 'Switch', 'Value', 'For', ''], rows) : '<p>Everything works as it should: nothing is switched on.</p>'}
<form method="post" action="/control" class="row" style="margin-top:1rem">
<div><label for="vendor">Provider</label><select id="vendor" name="vendor"><option value="all">All</option>${VENDORS.map((vendor) => `<option value="${vendor}">${NAMES[vendor]}</option>`).join('')}</select></div>
<div><label for="switch">Switch</label><select id="switch" name="switch">${names.map((name) => `<option value="${name}">${escapeHtml(switchKind(name).label)}</option>`).join('')}</select></div>
<div><label for="value">Value</label><input id="value" name="value" autocomplete="off"></div>
<div><label for="times">Times (or always)</label><input id="times" name="times" value="1" autocomplete="off"></div>
<button class="strong">Switch on</button>
</form>
<details style="margin-top:1rem"><summary style="min-height:2.75rem;cursor:pointer">What the switches do</summary>
${table(
  'The same as a call: POST /control with vendor, switch, value and times as JSON',
  ['Name', 'Effect', 'Value', 'Providers'],
  names.map((name) => {
    const kind = switchKind(name)
    const value = kind.value
      ? `${kind.value.label}${kind.value.standard ? `; ${kind.value.standard} when empty` : ''}`
      : ''
    return [
      code(name),
      escapeHtml(kind.help),
      escapeHtml(value),
      kind.vendors.map((vendor) => NAMES[vendor]).join(', '),
    ]
  }),
)}</details></section>`
}

function cardsSection(): string {
  return `<section class="card"><h2>Stripe test cards</h2>
<p>Any expiry date in the future and any security code.</p>
${table(
  'Published by the vendor',
  ['Number', 'What happens', 'In code'],
  TEST_CARDS.map((card) => [code(grouped(card.number)), escapeHtml(card.says), code(card.pm)]),
)}</section>
<section class="card"><h2>Square test cards</h2>
<p>Any expiry date in the future, security code 111, any postal code.</p>
${table(
  'Published by the vendor',
  ['Number', 'What happens'],
  [
    ...SQUARE_CARDS.map((card) => [code(grouped(card.number)), escapeHtml(card.says)]),
    ...REFUSED_ENTRIES.map((entry) => [
      `${escapeHtml(entry.field)} ${code(entry.value)}`,
      `Declined: ${code(entry.decline)}`,
    ]),
    ...Object.entries(SOURCE_IDS).map(([id, decline]) => [
      code(id),
      decline ? `Declined: ${code(decline)}` : 'Succeeds',
    ]),
  ],
)}</section>`
}

function banksSection(): string {
  return `<section class="card"><h2>Mock bank users</h2>
<p>Choose a bank on the payment page, log in as one of these and approve, or press Cancel or Reject.</p>
${table(
  'Users of the mock bank',
  ['User', 'What happens'],
  Object.entries(BANK_USERS).map(([name, user]) => [code(name), escapeHtml(user.says)]),
)}</section>
<section class="card"><h2>hCaptcha test keys</h2>
${table(
  'Published by the vendor',
  ['What', 'Value'],
  Object.entries(TEST_KEYS).map(([name, value]) => [name, code(value)]),
)}</section>`
}

function textsSection(state: SandboxState): string {
  const recent = state.twilio.messages.values().slice(-20).reverse()
  return `<section class="card"><h2>Text messages</h2>
${
  recent.length
    ? table(
        'The last twenty, newest first',
        ['Time', 'To', 'Text'],
        recent.map(({ date_sent, to, body }) => [escapeHtml(date_sent), code(to), escapeHtml(body)]),
      )
    : '<p class="quiet">Nobody has been texted yet.</p>'
}</section>`
}

function deliveriesSection(state: SandboxState): string {
  const recent = state.webhooks.log().slice(-20).reverse()
  const targets = VENDORS.flatMap((vendor) => {
    const target = state.webhooks.target(vendor)
    return target ? [`${NAMES[vendor]} to ${code(target.url)}`] : []
  })
  return `<section class="card"><h2>Webhooks</h2>
<p>${targets.length ? targets.join('<br>') : 'No webhook address is set.'}</p>
${
  recent.length
    ? table(
        'The last twenty attempts, newest first',
        ['Time', 'Provider', 'Event', 'Attempt', 'Answer'],
        recent.map((each) => [
          new Date(each.at).toISOString().slice(11, 19),
          NAMES[each.vendor],
          code(each.type),
          String(each.attempt),
          each.status === 0 ? 'no answer' : String(each.status),
        ]),
      )
    : '<p class="quiet">Nothing has been sent yet.</p>'
}</section>`
}
