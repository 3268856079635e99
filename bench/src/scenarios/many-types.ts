import { BUYERS, reserveAgainstFloors } from '../reserve.ts'
import type { Scenario } from '../scenario.ts'

const TYPES = 64

export const manyTypes: Scenario = {
  name: 'many-types',
  about: `the same over ${TYPES} ticket types`,
  async run(setting) {
    const count = setting.quick ? 2000 : 8000
    const rows = await reserveAgainstFloors(setting, { types: TYPES, count, rounds: setting.quick ? 1 : 3 })
    return [{ title: `${TYPES} ticket types: ${BUYERS} buyers at once, ${count} baskets a round`, rows }]
  },
}
