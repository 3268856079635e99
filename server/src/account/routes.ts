import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { joinMailingList, mailingListConfirmRoute } from '../marketing/mailing-list.ts'
import { newsRoutes } from '../marketing/news-link.ts'
import { setMarketingPreferences } from '../marketing/preferences.ts'
import { reminderRoutes } from '../tickets/reminder/opt-out.ts'
import { deleteAddress, getUserAddresses } from './addresses.ts'
import { checkOneTimeCode } from './check-code.ts'
import { setAccountDetails } from './express.ts'
import { saveGuestToSale } from './guest.ts'
import { sendOneTimeCode } from './send-code.ts'
import { signOutElsewhere } from './sign-ins.ts'
import { signOut } from './sign-out.ts'
import { getUser, setDarkMode } from './user.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'get_user', getUser)
  handle(app, deps, 'set_dark_mode', setDarkMode)
  handle(app, deps, 'send_one_time_code', sendOneTimeCode)
  handle(app, deps, 'check_one_time_code', checkOneTimeCode)
  handle(app, deps, 'sign_out', signOut)
  handle(app, deps, 'logout_of_sale', signOut)
  handle(app, deps, 'sign_out_elsewhere', signOutElsewhere)
  handle(app, deps, 'save_guest_to_sale', saveGuestToSale)
  handle(app, deps, 'set_account_details', setAccountDetails)
  handle(app, deps, 'get_user_addresses', getUserAddresses)
  handle(app, deps, 'delete_address', deleteAddress)
  handle(app, deps, 'set_marketing_preferences', setMarketingPreferences)
  handle(app, deps, 'join_mailing_list', joinMailingList)
  mailingListConfirmRoute(app, deps)
  reminderRoutes(app, deps)
  newsRoutes(app, deps)
}
