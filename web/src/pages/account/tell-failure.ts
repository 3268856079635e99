import { common } from '@foyer/contract/messages.ts'
import { PROVE_AGAIN } from '@foyer/contract/pages.ts'
import type { Failed } from '../../api/client.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** Shows the server's message, or `text` where there is none. What needs a recent proof leads to where it is given. */
export const tellFailure = ({ code, error }: Failed, text: string = common['error.unknown']): void =>
  code === 'proof_too_old' ? location.assign(PROVE_AGAIN) : notify.error(error || text)
