import { code, table } from '../kernel/html.ts'
import type { StandIn } from '../kernel/stand-in.ts'
import { hcaptcha, TEST_KEYS } from './routes.ts'

export const hcaptchaStandIn: StandIn<undefined, void> = {
  title: 'hCaptcha',
  options: () => undefined,
  start: (app, kernel) => hcaptcha(app, kernel),
  page: () => `<section class="card"><h2>hCaptcha test keys</h2>
${table(
  'Published by the vendor',
  ['What', 'Value'],
  Object.entries(TEST_KEYS).map(([name, value]) => [name, code(value)]),
)}</section>`,
}
