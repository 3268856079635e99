import { type Row, round, type Scenario } from '../scenario.ts'
import { CROWD, type Rates, simulate } from '../simulate.ts'

/** Used for rates that this run has not measured: guesses for a small machine, so that the model also runs alone. */
const ASSUMED: Rates = { pages: 900, baskets: 700, reserves: 3500, refusals: 4000, orders: 60 }

export const simulation: Scenario = {
  name: 'simulate',
  about: `an on-sale of ${CROWD.buyers.toLocaleString('en-GB')} buyers for ${CROWD.tickets.toLocaleString('en-GB')} tickets, calculated from the measured rates`,
  async run({ rates: measured }) {
    const rates = { ...ASSUMED, ...measured }
    const guessed = Object.keys(ASSUMED).filter((name) => !(name in measured))
    const rows = [1, 2, 4, 8].map((machines): Row => {
      const simulated = simulate(rates, machines)
      return {
        machines,
        'all held after, s': simulated.allHeldAfter,
        'all sold after, min': Number.isNaN(simulated.allSoldAfter) ? 'not all' : round(simulated.allSoldAfter / 60),
        sold: simulated.sold,
        'wait p50, s': simulated.waitP50,
        'p95, s': simulated.waitP95,
        'longest, s': simulated.waitMost,
        'times busy': simulated.busy,
        'at the limit in the first 5 min': `${Math.round(simulated.fullShare * 100)} %`,
      }
    })
    const { paying, tryAgain, halfWithin, ticketsEach } = CROWD
    return [
      {
        title: 'A simulated on-sale',
        rows,
        notes: [
          `Rates of one machine a second: ${Object.entries(rates)
            .map(([name, rate]) => `${round(rate)} ${name}`)
            .join(', ')}.`,
          guessed.length === 0
            ? 'All measured in this run.'
            : `Not measured in this run but assumed: ${guessed.join(', ')}.`,
          `The buyers: half arrive within ${halfWithin} s, ${ticketsEach} tickets each, ${paying * 100} % of those with a hold pay, ${tryAgain * 100} % of those who get nothing try once more.`,
        ],
      },
    ]
  },
}
