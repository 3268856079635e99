import type { TransferRow } from '@foyer/domain/after-sale/transfers.ts'
import type { BodyOf } from '../calls.ts'

export const TRANSFER_FORM = {
  ticketTypeId: 'ticket_id',
  name: 'name',
  email: 'email',
  qty: 'qty',
  isGift: 'is_gift',
  sendGift: 'send_gift',
  deliveryDate: 'delivery_date',
  deliveryTime: 'delivery_time',
  message: 'message',
} as const satisfies Record<keyof TransferRow, keyof BodyOf<'set_transfers'>['transfers'][number]>
