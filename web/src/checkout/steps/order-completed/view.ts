import type { ReplyOf } from '@foyer/contract/calls.ts'

export const VIEW_NAMES = ['overview', 'transfer_tickets', 'find_a_place'] as const

export type ViewName = (typeof VIEW_NAMES)[number]

export type SimpleInfo = ReplyOf<'get_simple_info'>

export type ViewProps = {
  info: SimpleInfo | null
  /** what is shared with friends; empty while there is none */
  referralLink: string
  /** whether tickets may be handed on */
  transferAllowed: boolean
  /** tickets have been handed on just now */
  transferred: boolean
  onTransferred: () => void
  /** shows another view of this page */
  go: (view: ViewName) => void
}
