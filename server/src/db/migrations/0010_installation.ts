import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- One row: which shop this database is. It is part of every key that a vendor is given.
create table installation (
  id uuid not null default gen_random_uuid(),
  one boolean primary key default true check (one)
);
-- A lost dispute is money that left without a refund.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('tickets', 'booking_fees',
  'gift_vouchers_sold', 'refund_protection', 'delivery', 'donation', 'donation_fee', 'discounts', 'offers',
  'gift_vouchers_redeemed', 'captured', 'refunded', 'receivable', 'disputed', 'dispute_losses')) not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
