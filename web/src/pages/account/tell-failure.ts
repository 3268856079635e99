import { common } from '@foyer/contract/messages.en.ts'
import type { Failed } from '../../api/client.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** In the server's words; in these where it has none. */
export const tellFailure = ({ error }: Failed, text: string = common['error.unknown']): void =>
  notify.error(error || text)
