import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'

import type { Staff } from './staff.ts'
import type { TimedAction } from './timed-action.ts'

/** A few days ago the theatre created a key for its website, and a webhook that has sent its orders to the sandbox since. */
export const integrationAction = (staff: Staff, { vendorUrl, now }: { vendorUrl: string; now: Date }): TimedAction => ({
  at: new Date(now.getTime() - 3.2 * DAY_MS),
  run: async () => {
    const desk = await staff.signIn('theatre')
    await desk?.act('make_key', { name: 'Website', role: 'reader' })
    await desk?.act('make_webhook', {
      url: `${vendorUrl}/control/receiver`,
      kinds: ['order.paid', 'order.refunded'],
      role: 'reader',
    })
  },
})
