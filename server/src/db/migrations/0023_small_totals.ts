import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What an organiser does about a total that is too small for a card.
alter table organisers add column small_total text not null default 'refuse'
  check (small_total in ('refuse', 'round_up', 'waive', 'donation'));
-- What was added to a line for that reason; below zero what was waived.
alter table order_lines
  add column rounding_minor bigint not null default 0,
  add column refunded_rounding_minor bigint not null default 0;
alter table order_lines add constraint order_lines_rounding_never_over_refunded check (
  refunded_rounding_minor between least(rounding_minor, 0) and greatest(rounding_minor, 0)) not valid;
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('tickets', 'booking_fees',
  'gift_vouchers_sold', 'refund_protection', 'delivery', 'donation', 'donation_fee', 'discounts', 'offers',
  'gift_vouchers_redeemed', 'rounding', 'captured', 'refunded', 'receivable', 'disputed', 'dispute_losses')) not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
