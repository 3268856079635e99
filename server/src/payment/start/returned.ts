import * as en from '@foyer/contract/messages.en.ts'
import * as fr from '@foyer/contract/messages.fr.ts'
import { payments } from '@foyer/contract/messages.ts'
import type { SaleRow } from '../../sale/sale.ts'

/** In the buyer's language, which may not be that of this request. */
const OVER_LIMIT: readonly (string | null)[] = [en, fr].map((messages) => messages.payments['payment.overLimit'])

/** What the buyer reads about a returned payment: the reason that settling stored with the sale, if there is one. */
export const returnedText = ({ reserving_error }: Pick<SaleRow, 'reserving_error'>): string =>
  OVER_LIMIT.includes(reserving_error) ? payments['payment.overLimit'] : payments['payment.returned']
