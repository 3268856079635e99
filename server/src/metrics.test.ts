import { expect, it } from 'vitest'
import { makeMetrics } from './metrics.ts'

it('reserves are counted from zero, so that an alert about none, or about the first full queue, can fire', async () => {
  const text = await makeMetrics().text()
  for (const outcome of ['reserved', 'refused', 'captcha', 'redirect', 'queue_full'])
    expect(text).toContain(`foyer_reserves_total{outcome="${outcome}"} 0`)
})
