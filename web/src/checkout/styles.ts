import choice from '../ui/OptionGroup.module.css'
import number from '../ui/QuantityInput.module.css'
import quantity from '../ui/QuantityStepper.module.css'
import skeleton from '../ui/Skeleton.module.css'
import stepper from '../ui/Stepper.module.css'
import bar from '../ui/StickyBar.module.css'
import messages from './steps/after-sale-messages/after-sale-messages.module.css'
import awaiting from './steps/awaiting-truelayer/awaiting-truelayer.module.css'
import basket from './steps/basket/basket.module.css'
import captcha from './steps/captcha/captcha.module.css'
import delivery from './steps/deliver-tickets/deliver-tickets.module.css'
import address from './steps/delivery-address/delivery-address.module.css'
import forms from './steps/forms.module.css'
import login from './steps/login/login.module.css'
import completed from './steps/order-completed/order-completed.module.css'
import payment from './steps/payment/payment.module.css'
import reserve from './steps/reserve/reserve.module.css'
import questions from './steps/ticket-questions/ticket-questions.module.css'
import waiver from './steps/waiver/waiver.module.css'

/**
 * The styles of all screens, and of the pieces only they use, with the page: the server draws whichever step a sale is in,
 * and its words must not stand bare until that step's script has come.
 */
export const SHEETS = [
  choice,
  number,
  quantity,
  skeleton,
  bar,
  awaiting,
  basket,
  captcha,
  delivery,
  address,
  forms,
  login,
  completed,
  payment,
  reserve,
  waiver,
  questions,
  messages,
  stepper,
]
