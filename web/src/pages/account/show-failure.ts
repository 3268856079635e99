import { common } from '@foyer/contract/messages.ts'
import { PROVE_AGAIN } from '@foyer/contract/pages.ts'
import type { Failed } from '../../api/client.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** Shows the server's message, or `text` if there is none. If a recent proof of identity is needed, opens the page for it. */
export const showFailure = ({ code, error }: Failed, text: string = common['error.unknown']): void =>
  code === 'proof_too_old' ? location.assign(PROVE_AGAIN) : notify.error(error || text)
