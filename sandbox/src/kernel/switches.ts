import type { Journal } from './journal.ts'
import { MONEY_VENDORS, VENDORS, type Vendor } from './vendors.ts'

interface SwitchKind {
  label: string
  help: string
  vendors: readonly Vendor[]
  /** The meaning of the value; absent when the switch has none. */
  value?: { label: string; standard: string }
}

/** Every fault that the sandbox can simulate. The control call, the control page and the vendors use these rows. */
export const SWITCHES = {
  decline: {
    label: 'Decline',
    help: 'The next payments are declined whatever the card or bank user. Twilio: the next number has unsubscribed.',
    vendors: [...MONEY_VENDORS, 'twilio'],
    value: { label: "Reason, the vendor's own code; empty for a plain decline", standard: '' },
  },
  slow: {
    label: 'Slow',
    help: 'The next calls are answered late.',
    vendors: VENDORS,
    value: { label: 'Milliseconds', standard: '3000' },
  },
  error: {
    label: 'Error 500',
    help: 'The next calls fail with 500; with after, the next calls that change something.',
    vendors: VENDORS,
    value: { label: 'before (nothing was done) or after (it was done all the same)', standard: 'before' },
  },
  answer_lost: {
    label: 'Answer lost',
    help: 'The next writing calls are done, then the connection is closed without an answer.',
    vendors: VENDORS,
  },
  webhook_drop: { label: 'Drop webhooks', help: 'The next webhooks are never sent.', vendors: MONEY_VENDORS },
  webhook_duplicate: { label: 'Webhooks twice', help: 'The next webhooks are sent twice.', vendors: MONEY_VENDORS },
  webhook_reorder: {
    label: 'Reorder webhooks',
    help: 'The next webhooks are held back, so that later ones overtake them.',
    vendors: MONEY_VENDORS,
    value: { label: 'Milliseconds', standard: '4000' },
  },
  settle_late: {
    label: 'Settle late',
    help: 'The next payments stay unfinished for a while before the money arrives.',
    vendors: MONEY_VENDORS,
    value: { label: 'Milliseconds', standard: '60000' },
  },
  expire: {
    label: 'Expire',
    help: 'Square: the next card token has expired. TrueLayer: the next payment expires at once. hCaptcha: the next answer is stale.',
    vendors: ['square', 'truelayer', 'hcaptcha'],
  },
  refund_fail: { label: 'Refund fails', help: 'The next refunds are taken on, then fail.', vendors: MONEY_VENDORS },
} satisfies Record<string, SwitchKind>

export type SwitchName = keyof typeof SWITCHES
export const switchKind = (name: SwitchName): SwitchKind => SWITCHES[name]

export interface SwitchState {
  vendor: Vendor
  switch: SwitchName
  value: string
  /** How many more times it acts; null means until it is switched off. */
  times: number | null
}

export interface Switches {
  set(state: SwitchState): void
  clear(): void
  all(): SwitchState[]
  /** Its value, or undefined when it is off. Does not use it up. */
  peek(vendor: Vendor, name: SwitchName): string | undefined
  /** Uses the switch up by one. Returns its value, or undefined when it is off. */
  take(vendor: Vendor, name: SwitchName): string | undefined
}

export function switches(journal: Journal): Switches {
  const states = journal.collection<SwitchState>('switches')
  const key = (vendor: Vendor, name: SwitchName) => `${vendor}.${name}`
  return {
    set(state) {
      if (state.times === 0) states.delete(key(state.vendor, state.switch))
      else states.put(key(state.vendor, state.switch), state)
    },
    clear() {
      for (const state of states.values()) states.delete(key(state.vendor, state.switch))
    },
    all: () => states.values(),
    peek: (vendor, name) => states.get(key(vendor, name))?.value,
    take(vendor, name) {
      const state = states.get(key(vendor, name))
      if (!state) return undefined
      if (state.times === 1) states.delete(key(vendor, name))
      else if (state.times !== null) states.put(key(vendor, name), { ...state, times: state.times - 1 })
      return state.value
    },
  }
}

/** The delay of a switch in milliseconds, or its default if the value isn't a number. */
export function delayMs(name: SwitchName, value: string): number {
  const ms = Number(value === '' ? switchKind(name).value?.standard : value)
  return Number.isFinite(ms) && ms >= 0 ? ms : Number(switchKind(name).value?.standard)
}
