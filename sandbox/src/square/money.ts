/** An amount in the vendor's shape, in the smallest unit of its currency. */
export interface Money {
  amount: number
  currency: string
}
