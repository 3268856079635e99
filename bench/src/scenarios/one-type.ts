import { BUYERS, reserveAgainstFloors, shopRate } from '../reserve.ts'
import type { Scenario } from '../scenario.ts'

export const oneType: Scenario = {
  name: 'one-type',
  about: 'everyone wants the same ticket',
  async run(setting) {
    const count = setting.quick ? 2000 : 8000
    const rows = await reserveAgainstFloors(setting, { types: 1, count, rounds: setting.quick ? 1 : 3 })
    setting.rates.reserves = shopRate(rows)
    return [{ title: `One hot ticket type: ${BUYERS} buyers at once, ${count} baskets a round`, rows }]
  },
}
