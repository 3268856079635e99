import { AFTER } from './scenes/after.ts'
import { BASKET } from './scenes/basket.ts'
import { BROWSE } from './scenes/browse.ts'
import { CHECKOUT } from './scenes/checkout.ts'
import { CUSTOMER } from './scenes/customer.ts'
import { FRENCH } from './scenes/french.ts'
import { LATER } from './scenes/later.ts'
import { OFFICE } from './scenes/office.ts'
import { PAYMENT } from './scenes/payment.ts'
import { PROBLEMS } from './scenes/problems.ts'

export const SCENES = [
  ...BROWSE,
  ...BASKET,
  ...CHECKOUT,
  ...PAYMENT,
  ...AFTER,
  ...CUSTOMER,
  ...LATER,
  ...PROBLEMS,
  ...FRENCH,
  ...OFFICE,
]
