import { common } from '@foyer/contract/messages.en.ts'
import type { Failed } from '../../api/client.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** Shows the server's message, or `text` where there is none. */
export const tellFailure = ({ error }: Failed, text: string = common['error.unknown']): void =>
  notify.error(error || text)
