import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- 0022 and 0023 each added accounts of their own, and the second took those of the first out again.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('tickets', 'booking_fees',
  'gift_vouchers_sold', 'refund_protection', 'delivery', 'donation', 'donation_fee', 'discounts', 'offers',
  'gift_vouchers_redeemed', 'rounding', 'captured', 'refunded', 'receivable', 'disputed', 'dispute_losses', 'platform_fees',
  'paid_to_platform')) not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
