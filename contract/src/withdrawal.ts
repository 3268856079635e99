/** What stands against withdrawing from a line; `open`: nothing does. */
export type WithdrawalState = 'open' | 'dated' | 'late' | 'returned' | 'spent' | 'in_use' | 'claimed'

/** Why a form of the page is shown again. */
export type WithdrawalProblem =
  | 'missing'
  | 'unknown'
  | 'too_many'
  | 'in_person'
  | 'none_chosen'
  | 'disputed'
  | 'plan_paying'
  | 'not_now'

/** The page on which buyers withdraw from a contract, without an account. */
export type WithdrawPageData = {
  /** Who and which order, then what of it, then that it was received. */
  step: 'who' | 'what' | 'done'
  problem: WithdrawalProblem | null
  values: { name: string; reference: string; email: string }
  lines: {
    line: number
    title: string
    name: string
    nice_date: string
    qty: number
    /** What goes back; empty for a line that can't be withdrawn from. */
    amount: string
    state: WithdrawalState
    /** The last day for it; empty for a ticket with a date. */
    nice_until: string
    /** A gift voucher that was spent in part, of which the balance goes back. */
    is_balance: boolean
  }[]
}
