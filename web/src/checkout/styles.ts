/**
 * The styles of the screens, with the page: the server draws whichever step a sale is in, and its words must not stand bare
 * until that step's script has come.
 */
import './steps/forms.module.css'
import './steps/basket/basket.module.css'
import './steps/reserve/reserve.module.css'
import './steps/captcha/captcha.module.css'
import './steps/login/login.module.css'
import './steps/delivery-address/delivery-address.module.css'
import './steps/payment/payment.module.css'
import './steps/deliver-tickets/deliver-tickets.module.css'
import './steps/order-completed/order-completed.module.css'
import './order-summary/order-summary.module.css'
import './frame.module.css'
import './upcoming-events.module.css'
