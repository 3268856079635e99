import type { ReplyOf } from '@foyer/contract/calls.ts'

export const VIEW_NAMES = ['overview', 'transfer_tickets', 'find_a_place'] as const

export type ViewName = (typeof VIEW_NAMES)[number]

export type SimpleInfo = ReplyOf<'get_simple_info'>

export type ViewProps = {
  info: SimpleInfo | null
  /** the link to share with friends; empty while there is none */
  referralLink: string
  /** whether tickets may be transferred */
  transferAllowed: boolean
  /** tickets have just been transferred */
  transferred: boolean
  onTransferred: () => void
  /** shows another view of this page */
  go: (view: ViewName) => void
}
