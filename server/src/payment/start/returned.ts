import { payments } from '@foyer/contract/messages.ts'
import type { SaleRow } from '../../sale/sale.ts'

/** What the buyer reads about money that is sent back: the reason that settling has kept with the sale, if there is one. */
export const returnedText = ({ reserving_error }: Pick<SaleRow, 'reserving_error'>): string =>
  reserving_error === payments['payment.overLimit'] ? reserving_error : payments['payment.returned']
