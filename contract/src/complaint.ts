import type { ComplaintKind } from '@foyer/domain/after-sale/complaint.ts'

/** Why the form of a complaint is shown again. */
export type ComplaintProblem = 'missing' | 'name' | 'email' | 'too_many'

export type ComplaintForm = {
  kind: ComplaintKind
  name: string
  email: string
  /** The number of an order, if it is about one. */
  reference: string
  message: string
}

/** The page on which anybody complains, without an account. `number` is that of a complaint that was received. */
export type ComplaintPageData = {
  problem: ComplaintProblem | null
  values: ComplaintForm
  number: string
}
