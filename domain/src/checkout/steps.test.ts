import { describe, expect, it } from 'vitest'
import {
  endsAtZero,
  isBeforeAccount,
  isMoveAllowed,
  isPaidStep,
  isStoredStep,
  isTimed,
  nextStep,
  pathToPayment,
  STEPS,
  type StepFacts,
  type StoredStep,
  showsCountdown,
} from './steps.ts'

/** Every combination of the values in these lists. */
const combine = <T extends Record<string, readonly unknown[]>>(choices: T): { [K in keyof T]: T[K][number] }[] =>
  Object.entries(choices).reduce<Record<string, unknown>[]>(
    (all, [key, values]) => all.flatMap((combination) => values.map((value) => ({ ...combination, [key]: value }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[]

const CHOICES = combine({
  charity: [false, true],
  express: [false, true],
  donation: [0, 500],
  marketing: ['none', 'nothing open', 'newsletter open', 'event news open', 'organiser open', 'only revocable'],
  delivery: [false, true],
  before: [false, true],
  after: [false, true],
  waivers: [false, true],
  messages: [false, true],
} as const)
type Choice = (typeof CHOICES)[number]

const factsOf = (c: Choice): StepFacts => ({
  organisers: [{ charityId: null }, { charityId: c.charity ? 7 : null }],
  isExpress: c.express,
  donationMinor: c.donation,
  marketingPreferences:
    c.marketing === 'none'
      ? null
      : {
          newsletter: c.marketing !== 'newsletter open',
          eventNews: c.marketing !== 'event news open',
          organisers: [{ subscribed: true }, { subscribed: c.marketing !== 'organiser open' }],
          canRevoke: c.marketing === 'only revocable',
        },
  needsDeliveryAddress: c.delivery,
  questionsBefore: c.before ? [{}] : [],
  questionsAfter: c.after ? [{}] : [],
  hasWaivers: c.waivers,
  hasAfterSaleMessages: c.messages,
})
const SALES = CHOICES.map((choice) => ({ choice, facts: factsOf(choice) }))

const donated = (c: Choice) => c.donation > 0
const asks = (c: Choice) => c.marketing !== 'none' && c.marketing !== 'nothing open'
const all = () => true

/** The rows of the ledger: from these steps, only for sales that match `when`, continue leads to `to`. */
const ROWS: [row: string, from: StoredStep[], to: StoredStep, when: (c: Choice) => boolean][] = [
  ['FLOW-05', ['basket'], 'reserve', all],
  ['FLOW-06', ['captcha', 'reserve'], 'donation', (c) => c.charity],
  ['FLOW-07', ['captcha', 'reserve'], 'payment', (c) => !c.charity && c.express],
  ['FLOW-08', ['captcha', 'reserve'], 'login', (c) => !c.charity && !c.express],
  ['FLOW-09', ['donation'], 'gift_aid', donated],
  ['FLOW-10', ['donation'], 'login', (c) => !donated(c)],
  ['FLOW-11', ['gift_aid'], 'login', all],
  ['FLOW-12', ['login'], 'marketing_preferences', asks],
  ['FLOW-13', ['login'], 'delivery_address', (c) => !asks(c) && c.delivery],
  ['FLOW-14', ['login'], 'ticket_questions_before', (c) => !asks(c) && !c.delivery && c.before],
  ['FLOW-15', ['login'], 'payment', (c) => !asks(c) && !c.delivery && !c.before],
  ['FLOW-16', ['marketing_preferences'], 'delivery_address', (c) => c.delivery],
  ['FLOW-17', ['marketing_preferences'], 'ticket_questions_before', (c) => !c.delivery && c.before],
  ['FLOW-18', ['marketing_preferences'], 'payment', (c) => !c.delivery && !c.before],
  ['FLOW-19', ['delivery_address'], 'ticket_questions_before', (c) => c.before],
  ['FLOW-20', ['delivery_address'], 'payment', (c) => !c.before],
  ['FLOW-21', ['ticket_questions_before'], 'payment', all],
  ['FLOW-22', ['payment'], 'deliver_tickets', all],
  ['FLOW-23', ['awaiting_truelayer'], 'deliver_tickets', all],
  ['FLOW-24', ['deliver_tickets'], 'ticket_questions_after', (c) => c.after],
  ['FLOW-25', ['deliver_tickets'], 'waiver', (c) => !c.after && c.waivers],
  ['FLOW-26', ['deliver_tickets'], 'after_sale_messages', (c) => !c.after && !c.waivers && c.messages],
  ['FLOW-27', ['deliver_tickets'], 'order_completed', (c) => !c.after && !c.waivers && !c.messages],
  ['FLOW-28', ['ticket_questions_after'], 'waiver', (c) => c.waivers],
  ['FLOW-29', ['ticket_questions_after'], 'after_sale_messages', (c) => !c.waivers && c.messages],
  ['FLOW-30', ['ticket_questions_after'], 'order_completed', (c) => !c.waivers && !c.messages],
  ['FLOW-31', ['waiver'], 'after_sale_messages', (c) => c.messages],
  ['FLOW-32', ['waiver'], 'order_completed', (c) => !c.messages],
  ['FLOW-33', ['after_sale_messages'], 'order_completed', all],
]

describe('the order of steps', () => {
  it('[FLOW-01] has exactly the specified states', () =>
    expect([...STEPS].sort()).toEqual(
      'determining, basket, captcha, reserve, login, marketing_preferences, donation, gift_aid, delivery_address, ticket_questions_before, payment, deliver_tickets, awaiting_truelayer, ticket_questions_after, after_sale_messages, waiver, order_completed'
        .split(', ')
        .sort(),
    ))

  it('OPEN-13: determining is never stored, and no other name is a step', () => {
    expect(STEPS.filter(isStoredStep)).toHaveLength(16)
    expect(['determining', 'Basket', '', 'toString', 'basket '].some(isStoredStep)).toBe(false)
  })

  it.each(ROWS)('[%s] leads from %j to %s exactly under its condition', (_, from, to, when) => {
    for (const step of from)
      for (const { choice, facts } of SALES)
        expect(nextStep(step, facts) === to, `${step}: ${JSON.stringify(choice)}`).toBe(when(choice))
  })

  it('every step but the last has a next one, for any sale', () => {
    for (const step of STEPS.filter(isStoredStep))
      for (const { facts } of SALES) expect(nextStep(step, facts) === null).toBe(step === 'order_completed')
  })

  it('every sale ends in order_completed without repeating a step', () => {
    for (const { facts } of SALES) {
      const seen: StoredStep[] = []
      for (let step: StoredStep | null = 'basket'; step !== null; step = nextStep(step, facts)) {
        expect(seen).not.toContain(step)
        seen.push(step)
      }
      expect(seen.at(-1)).toBe('order_completed')
      expect(seen).toContain('payment')
    }
  })

  it('the account step comes after its predecessors and before all others', () => {
    for (const { facts } of SALES) {
      const path = pathToPayment(facts)
      const at = path.indexOf('login')
      if (at >= 0) expect(path.map(isBeforeAccount)).toEqual(path.map((_, i) => i < at))
    }
    expect(['basket', 'captcha', 'reserve'].every((step) => isBeforeAccount(step as StoredStep))).toBe(true)
    expect(STEPS.filter(isPaidStep).some(isBeforeAccount)).toBe(false)
  })

  it('every stored step occurs in some sale', () => {
    const reached = new Set<string>(['captcha', 'awaiting_truelayer'])
    for (const { facts } of SALES)
      for (let step: StoredStep | null = 'basket'; step !== null; step = nextStep(step, facts)) reached.add(step)
    expect([...reached].sort()).toEqual(STEPS.filter(isStoredStep).sort())
  })

  it('without a charity or organiser there is no donation step', () => {
    const [{ facts }] = SALES as [(typeof SALES)[number]]
    expect(nextStep('reserve', { ...facts, organisers: [], isExpress: false })).toBe('login')
  })
})

describe('the path to payment', () => {
  it('contains only the steps of this sale, and ends with payment', () => {
    for (const { choice, facts } of SALES) {
      const path = pathToPayment(facts)
      expect(path.at(-1)).toBe('payment')
      expect(path.includes('donation')).toBe(choice.charity)
      expect(path.includes('gift_aid')).toBe(choice.charity && donated(choice))
      const isShort = choice.express && !choice.charity
      expect(path.includes('login')).toBe(!isShort)
      expect(path.includes('marketing_preferences')).toBe(!isShort && asks(choice))
      expect(path.includes('delivery_address')).toBe(!isShort && choice.delivery)
      expect(path.includes('ticket_questions_before')).toBe(!isShort && choice.before)
    }
  })
})

describe('allowed moves', () => {
  const stored = STEPS.filter(isStoredStep)

  it('OPEN-13: exactly staying, continuing, a detour, back to a completed step, and back to the basket before payment', () => {
    const DETOURS = ['reserve>captcha', 'payment>awaiting_truelayer', 'awaiting_truelayer>payment']
    for (const { facts } of SALES) {
      const path = pathToPayment(facts)
      for (const from of stored)
        for (const to of stored) {
          const isBack = path.includes(from) && path.includes(to) && path.indexOf(to) < path.indexOf(from)
          const expected =
            from === to ||
            nextStep(from, facts) === to ||
            DETOURS.includes(`${from}>${to}`) ||
            isBack ||
            (to === 'basket' && !isPaidStep(from))
          if (isMoveAllowed(from, to, facts) !== expected) expect.fail(`${from} > ${to}: ${JSON.stringify(facts)}`)
        }
    }
  })

  it('OPEN-13: paid steps are reached only from the payment, and never left for unpaid ones', () => {
    for (const { facts } of SALES)
      for (const from of stored)
        for (const to of stored) {
          if (from === to || isPaidStep(from) === isPaidStep(to)) continue
          const pays = (from === 'payment' || from === 'awaiting_truelayer') && to === 'deliver_tickets'
          if (isMoveAllowed(from, to, facts) !== pays) expect.fail(`${from} > ${to}`)
        }
  })
})

describe('the countdown', () => {
  const where = (holds: (step: StoredStep) => boolean) => STEPS.filter(isStoredStep).filter(holds)

  it('[CLK-01] runs in every state except basket, reserve and captcha', () =>
    expect(where((step) => !isTimed(step))).toEqual(['basket', 'captcha', 'reserve']))

  it('[CLK-08] at zero does nothing in order_completed, after_sale_messages, basket and awaiting_truelayer', () =>
    expect(where((step) => !endsAtZero(step)).sort()).toEqual([
      'after_sale_messages',
      'awaiting_truelayer',
      'basket',
      'order_completed',
    ]))

  it('[CLK-04] is shown in the payment, delivery and questions steps and wherever a hold is running', () =>
    expect(where(showsCountdown)).toEqual([
      'login',
      'marketing_preferences',
      'donation',
      'gift_aid',
      'delivery_address',
      'ticket_questions_before',
      'payment',
    ]))

  it('does nothing before the first response', () => {
    expect([isTimed('determining'), endsAtZero('determining'), showsCountdown('determining')]).toEqual([
      false,
      false,
      false,
    ])
    expect(nextStep('determining', SALES[0]!.facts)).toBeNull()
  })
})

describe('marketing consent of this sale', () => {
  const next = (canRevoke: boolean) =>
    nextStep('login', {
      ...factsOf(CHOICES[0]!),
      needsDeliveryAddress: false,
      questionsBefore: [],
      marketingPreferences: { newsletter: true, eventNews: true, organisers: [], canRevoke },
    })

  it('[FLOW-12] can be withdrawn, so its step stays', () => {
    expect(next(false)).toBe('payment')
    expect(next(true)).toBe('marketing_preferences')
  })
})
