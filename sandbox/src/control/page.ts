import { code, escapeHtml, page, table } from '../kernel/html.ts'
import { SWITCHES, type SwitchName, switchKind } from '../kernel/switches.ts'
import { VENDORS } from '../kernel/vendors.ts'
import { STAND_INS } from '../stand-ins.ts'
import type { SandboxState } from '../state.ts'

/** Test cards, bank users and switches on one page. */
export function controlPage(state: SandboxState): string {
  return page(
    'Payment sandbox',
    `<h1>Payment sandbox</h1>
<p class="quiet">Plays the payment providers for the shop. No real bank is asked and no money moves.</p>
${switchesSection(state)}
${VENDORS.map((vendor) => STAND_INS[vendor].page(state[vendor])).join('\n')}
${deliveriesSection(state)}`,
    { wide: true },
  )
}

function switchesSection(state: SandboxState): string {
  const on = state.switches.all()
  const rows = on.map((each) => [
    STAND_INS[each.vendor].title,
    escapeHtml(switchKind(each.switch).label),
    each.value ? code(each.value) : '',
    each.times === null ? 'always' : `${each.times} more`,
    `<form method="post" action="/control"><input type="hidden" name="vendor" value="${each.vendor}"><input type="hidden" name="switch" value="${each.switch}"><input type="hidden" name="times" value="0"><button aria-label="Switch off ${escapeHtml(switchKind(each.switch).label)} of ${STAND_INS[each.vendor].title}">Switch off</button></form>`,
  ])
  const names = Object.keys(SWITCHES) as SwitchName[]
  return `<section class="card"><h2>Switches</h2>
${rows.length ? table('On now', ['Provider', 'Switch', 'Value', 'For', ''], rows) : '<p>Everything works as it should: nothing is switched on.</p>'}
<form method="post" action="/control" class="row" style="margin-top:1rem">
<div><label for="vendor">Provider</label><select id="vendor" name="vendor"><option value="all">All</option>${VENDORS.map((vendor) => `<option value="${vendor}">${STAND_INS[vendor].title}</option>`).join('')}</select></div>
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
      kind.vendors.map((vendor) => STAND_INS[vendor].title).join(', '),
    ]
  }),
)}</details></section>`
}

function deliveriesSection(state: SandboxState): string {
  const recent = state.webhooks.log().slice(-20).reverse()
  const targets = VENDORS.flatMap((vendor) => {
    const target = state.webhooks.target(vendor)
    return target ? [`${STAND_INS[vendor].title} to ${code(target.url)}`] : []
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
          STAND_INS[each.vendor].title,
          code(each.type),
          String(each.attempt),
          each.status === 0 ? 'no answer' : String(each.status),
        ]),
      )
    : '<p class="quiet">Nothing has been sent yet.</p>'
}</section>`
}
