import type { SentBody } from '@foyer/contract/calls.ts'
import { checkout as t } from '@foyer/contract/messages.en.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { reserveOutcome } from '@foyer/contract/reserve-outcome.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { countdownRuns, deadlineOf, expiresNow } from '@foyer/domain/checkout/countdown.ts'
import { isPaidStep, nextStep, type Step, type StoredStep } from '@foyer/domain/checkout/steps.ts'
import { impossible } from '@foyer/domain/result.ts'
import type { Answer, Failed } from '../../api/client.ts'
import { isEmpty } from './sale.ts'

export type CheckoutState = {
  /** null until the first answer: the step is then `determining` */
  checkout: Checkout | null
  step: Step
  /** when the hold ends, in milliseconds of the page's clock; null while nothing counts down */
  deadline: number | null
  expired: boolean
  /** Cleared by the next reserve */
  reservingError: string | null
  captcha: {
    sitekey: string | null
    error: string | null /** counts the answers, so that a widget starts afresh */
    round: number
  }
  /** how many changes of the basket are on their way */
  updating: number
  /** a move to another step is on its way */
  moving: boolean
  /** how often the step has changed since the page came: from the first on, a new step takes the keyboard */
  visit: number
  /** a payment runs: nothing may be reloaded under it */
  paying: boolean
  /** the first load failed: there is nothing to show yet */
  loadFailed: boolean
}

export type CheckoutDeps = {
  call: <N extends CallName>(name: N, body?: SentBody<N>) => Promise<Answer<N>>
  /** milliseconds since 1970 by the server's clock */
  clock: () => number
  navigate: (url: string) => void
  notify: { error: (text: string) => void; info: (text: string) => void; withdraw?: (text: string) => void }
  /** What a fresh reservation holds is registered with analytics */
  registerItems: (checkout: Checkout) => void
  setUpCardProvider: (checkout: Checkout) => void
}

/**
 * Failures that say "this page shows an older state of the sale": the buyer is told why in the server's words and brought
 * to the true step.
 */
const STALE = new Set([
  'wrong_step',
  'step_incomplete',
  'hold_expired',
  'basket_empty',
  'basket_is_held',
  'not_reserved',
  'already_paid',
  'payment_running',
  'not_paid',
  'unknown_code',
])

type ReloadOptions = {
  /** What the page says about the last reserve outlives the answer */
  keepReservingError?: boolean
  /** the buyer did not ask for this: say so when it leads to another step */
  tell?: boolean
  /** a failure is not worth a word: what is on the page is still right */
  quiet?: boolean
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>

/**
 * The one picture of the sale in the browser, and every way to change it. The server's state wins: an answer of
 * `get` decides the step, the total and the time left. `checkout` is what the page was rendered with, at `renderedAt`
 * milliseconds since 1970.
 */
export function createCheckoutStore(deps: CheckoutDeps, checkout: Checkout | null, renderedAt: number) {
  const { call, clock, navigate, notify } = deps
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let connected = false
  /** Rises with every move, so that an answer of `get` that was asked for before it cannot undo it. */
  let era = 0
  let reloading: { era: number; answer: Promise<boolean> } | undefined
  let reserving: Promise<void> | undefined

  let state: CheckoutState = {
    checkout,
    step: checkout ? stepOf(checkout) : 'determining',
    deadline: null,
    expired: checkout?.expired ?? false,
    reservingError: checkout?.reserving_error ?? null,
    captcha: { sitekey: checkout?.captcha_sitekey ?? null, error: null, round: 0 },
    updating: 0,
    moving: false,
    visit: 0,
    paying: false,
    loadFailed: false,
  }
  if (checkout) state.deadline = deadlineFor(state.step, checkout, renderedAt)

  function set(change: Partial<CheckoutState>) {
    const moved = change.step !== undefined && change.step !== state.step && state.step !== 'determining'
    state = { ...state, ...change, visit: state.visit + Number(moved) }
    for (const listener of listeners) listener()
    watchDeadline()
  }

  /** Wakes at the deadline to the point, not once a second: what ticks is only what is shown. */
  function watchDeadline() {
    clearTimeout(timer)
    if (!connected || state.deadline === null || state.paying) return
    const wait = state.deadline - clock()
    timer = setTimeout(
      () => (clock() >= (state.deadline ?? Infinity) ? void expire() : watchDeadline()),
      Math.max(0, wait),
    )
  }

  function show(step: StoredStep, secondsRemaining: number) {
    era += 1
    const checkout = state.checkout && { ...state.checkout, state: step, seconds_remaining: secondsRemaining }
    const deadline = checkout && deadlineFor(step, checkout, clock())
    set({ checkout, step, deadline })
  }

  function take(checkout: Checkout, { keepReservingError, tell }: ReloadOptions) {
    const step = stepOf(checkout)
    const before = state.step
    // What the server said and no longer says does not hold any more.
    const isFromServer = state.reservingError === state.checkout?.reserving_error
    set({
      checkout,
      step,
      deadline: deadlineFor(step, checkout, clock()),
      expired: checkout.expired || (state.expired && step === 'basket'),
      reservingError: keepReservingError
        ? (state.reservingError ?? checkout.reserving_error)
        : (checkout.reserving_error ?? (isFromServer ? null : state.reservingError)),
      captcha: { ...state.captcha, sitekey: checkout.captcha_sitekey ?? state.captcha.sitekey },
      loadFailed: false,
    })
    if (tell && before !== 'determining' && before !== step && !state.expired) notify.info(t['steps.moved'])
    // An empty basket past the basket step is stored as what it is.
    if (step !== checkout.state) void call('update_basket_state', { state: step })
  }

  /** Fetches the sale again; answers whether it could. */
  function reload(options: ReloadOptions = {}): Promise<boolean> {
    if (state.paying) return Promise.resolve(false)
    if (reloading?.era === era) return reloading.answer
    const asked = era
    const answer = (async () => {
      const got = await call('get')
      if (asked !== era) return reload(options)
      reloading = undefined
      if (!got.ok) {
        if (!options.quiet) notify.error(t['error.getCheckout'])
        if (!state.checkout) set({ loadFailed: true })
        return false
      }
      // A payment that began meanwhile owns the page until it ends.
      if (state.paying) return false
      take(got.reply, options)
      return true
    })()
    reloading = { era, answer }
    return answer
  }

  /** When a call failed because this page is behind the sale: says why, goes to the true step, and answers true. */
  async function handleStaleState({ code, error }: Failed): Promise<boolean> {
    if (!code || !STALE.has(code)) return false
    if (code !== 'hold_expired' || !(await expire())) {
      if (error) notify.info(error)
      await reload({ quiet: true })
    }
    return true
  }

  /** Says what went wrong: the catalogue's words, or the server's reason when this page is behind the sale. */
  async function tellFailure(failed: Failed, text: string) {
    if (!(await handleStaleState(failed))) notify.error(text)
  }

  /**
   * Stores a move on the server and shows the step; answers whether it could. `handled`: answers true for a refusal that the
   * caller shows itself.
   */
  async function move(
    to: StoredStep,
    text: string = t['error.updateBasketState'],
    handled: (answer: Failed) => boolean = () => false,
  ): Promise<boolean> {
    set({ moving: true })
    const answer = await call('update_basket_state', { state: to })
    set({ moving: false })
    if (answer.ok) notify.withdraw?.(text)
    else {
      if (!handled(answer)) await tellFailure(answer, text)
      return false
    }
    show(to, answer.reply.seconds_remaining)
    // Some moves change the sale: after the account step the server knows whose it is.
    if (to !== 'reserve') void reload({ quiet: true })
    return true
  }

  /** "Continue" to the step after this one. `saved` is what a call has just stored, in case it could not be reloaded. */
  async function next({ text, saved }: { text?: string; saved?: Partial<Checkout> } = {}): Promise<boolean> {
    const to = state.checkout && nextStep(state.step, saleOf({ ...state.checkout, ...saved }))
    return to ? move(to, text) : false
  }

  /** Saves something of the sale and reloads it; a failure is told in the words given. */
  async function change<N extends CallName>(name: N, body: SentBody<N>, text: string): Promise<Answer<N>> {
    set({ updating: state.updating + 1 })
    try {
      const answer = await call(name, body)
      if (answer.ok) {
        notify.withdraw?.(text)
        set({ reservingError: null })
        await reload()
      } else await tellFailure(answer, text)
      return answer
    } finally {
      set({ updating: state.updating - 1 })
    }
  }

  /** Back to the basket by way of the server; the page shows it whether or not that can be stored. */
  async function backToBasket(options?: ReloadOptions) {
    if (state.step !== 'basket') show('basket', 0)
    const answer = await call('update_basket_state', { state: 'basket' })
    // One that was refused is behind the sale, and the reload shows how; one that got no answer is an outage.
    if (!answer.ok && (!answer.code || !STALE.has(answer.code))) notify.error(t['error.updateBasketState'])
    await reload({ keepReservingError: true, ...options })
  }

  /** Gives the hold up and opens the basket. */
  async function editBasket(): Promise<boolean> {
    const answer = await call('destroy_sale')
    if (!answer.ok) {
      await tellFailure(answer, t['error.editBasket'])
      return false
    }
    set({ reservingError: null, expired: false })
    return move('basket')
  }

  /** Reserves the basket. A second call while one runs is the same call. */
  function reserve(token?: string): Promise<void> {
    reserving ??= reserveOnce(token).finally(() => {
      reserving = undefined
    })
    return reserving
  }

  async function reserveOnce(token?: string) {
    set({ reservingError: null, expired: false, captcha: { ...state.captcha, error: null } })
    const answer = await call('reserve_tickets', token ? { 'h-captcha-response': token } : {})
    if (!answer.ok) {
      if (await handleStaleState(answer)) return
      notify.error(t['error.reserveTickets'])
      return backToBasket()
    }
    const outcome = reserveOutcome(answer.reply)
    switch (outcome.kind) {
      case 'reserved':
        return reserved(outcome)
      case 'captcha':
        set({ captcha: { sitekey: outcome.sitekey, error: outcome.error, round: state.captcha.round + 1 } })
        if (state.step !== 'captcha') await move('captcha')
        return
      case 'redirect':
        return navigate(outcome.url)
      case 'error':
        set({ reservingError: outcome.text })
        return backToBasket()
      case 'unknown':
        set({ reservingError: t['error.unknownReserve'] })
        return backToBasket()
      default:
        return impossible(outcome)
    }
  }

  async function reserved(hold: { saleReference: string; fresh: boolean; seconds: number }) {
    if (!state.checkout) return
    const checkout = { ...state.checkout, sale_reference: hold.saleReference, seconds_remaining: hold.seconds }
    set({ checkout, deadline: deadlineOf(hold.seconds, clock()) })
    if (hold.fresh) deps.registerItems(checkout)
    deps.setUpCardProvider(checkout)
    await next()
  }

  /** The countdown has reached zero; also when the server says so first. */
  async function expire(): Promise<boolean> {
    if (!expiresNow(state.step, 0, state.checkout?.payment_complete ?? false)) return false
    set({ expired: true, deadline: null })
    await backToBasket()
    return true
  }

  /** Asks for a longer hold (WCAG 2.2.1); whether there is one, only the server knows. */
  async function extendHold() {
    const answer = await call('extend_hold')
    if (!answer.ok) {
      notify.info(answer.error || t['error.updateBasketState'])
      if (answer.code === 'hold_expired') return expire()
    } else {
      show(state.step as StoredStep, answer.reply.seconds_remaining)
      notify.info(t['countdown.extended'])
    }
    await reload({ quiet: true })
  }

  /** While a payment runs nothing is reloaded, and a hold that ends is looked at afterwards: the provider decides first. */
  function setPaying(paying: boolean) {
    if (paying !== state.paying) set({ paying })
  }

  /** The payment is through: nothing counts down any more. `learnt`: what its answer says of the sale besides. */
  function setPaymentComplete(learnt: Partial<Checkout> = {}) {
    if (state.checkout) set({ checkout: { ...state.checkout, ...learnt, payment_complete: true }, deadline: null })
  }

  return {
    now: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Starts to watch the deadline; ended by what it answers. Not on the server. */
    connect() {
      connected = true
      watchDeadline()
      return () => {
        connected = false
        clearTimeout(timer)
      }
    },
    reload,
    move,
    next,
    change,
    handleStaleState,
    tellFailure,
    editBasket,
    reserve,
    expire,
    extendHold,
    setPaying,
    setPaymentComplete,
    backToBasket,
    setReservingError: (text: string) => set({ reservingError: text }),
    call,
    clock,
    navigate,
    notify,
  }
}

/** An empty basket has no step but the basket, until it is paid for. */
const stepOf = (checkout: Checkout): StoredStep =>
  isEmpty(checkout) && !isPaidStep(checkout.state) && !checkout.payment_complete ? 'basket' : checkout.state

const deadlineFor = (step: Step, checkout: Checkout, now: number): number | null =>
  countdownRuns(step, checkout.payment_complete) ? deadlineOf(checkout.seconds_remaining, now) : null
