import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A paid sale as staff look for it. Written once, in the statement that fulfils it; its indexes are not the sale's (docs/batching.md).
create table orders (
  sale_id bigint primary key references sales,
  -- What people say on the phone. Nobody may do anything with it alone.
  number text not null,
  channel text not null default 'online',
  user_id bigint references users,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  currency text not null,
  total_minor bigint not null,
  paid_at timestamptz not null,
  -- Paid in a version without orders: its ledger does not name organisers.
  filled_in boolean not null default false,
  constraint orders_number unique (number)
);
create index orders_paid_at on orders (paid_at desc);
create index orders_email on orders (email);
create index orders_user on orders (user_id) where user_id is not null;

-- What each line was sold for, and what of it went back. net = list - offer - discount; the buyer paid net, fee, protection and
-- delivery, less what gift vouchers paid.
create table order_lines (
  sale_id bigint not null references orders on delete cascade,
  line integer not null,
  kind text not null check (kind in ('ticket', 'gift_voucher', 'donation')),
  organiser_id bigint not null references organisers,
  event_id bigint references events,
  date_id bigint references event_dates,
  ticket_type_id bigint references ticket_types,
  design_id bigint references gift_voucher_designs,
  charity_id bigint references charities,
  qty integer not null check (qty > 0),
  list_minor bigint not null,
  offer_minor bigint not null default 0,
  discount_minor bigint not null default 0,
  net_minor bigint not null check (net_minor = list_minor - offer_minor - discount_minor),
  fee_minor bigint not null default 0,
  protection_minor bigint not null default 0,
  delivery_minor bigint not null default 0,
  voucher_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  refunded_qty integer not null default 0,
  refunded_net_minor bigint not null default 0,
  refunded_fee_minor bigint not null default 0,
  refunded_protection_minor bigint not null default 0,
  refunded_delivery_minor bigint not null default 0,
  refunded_voucher_minor bigint not null default 0,
  paid_at timestamptz not null,
  primary key (sale_id, line),
  constraint order_lines_never_over_refunded check (refunded_qty >= 0 and refunded_qty <= qty
    and refunded_net_minor >= 0 and refunded_net_minor <= net_minor
    and refunded_fee_minor >= 0 and refunded_fee_minor <= fee_minor
    and refunded_protection_minor >= 0 and refunded_protection_minor <= protection_minor
    and refunded_delivery_minor >= 0 and refunded_delivery_minor <= delivery_minor
    and refunded_voucher_minor >= 0 and refunded_voucher_minor <= voucher_minor)
);
create index order_lines_organiser on order_lines (organiser_id, paid_at desc);
create index order_lines_event on order_lines (event_id, paid_at desc) where event_id is not null;

-- Whose money it is. Null in rows of the versions before, and of money that nobody wanted.
alter table ledger_entries add column organiser_id bigint, add column event_id bigint, add column ticket_type_id bigint;
-- What of a refund is which organiser's, as [organiser, minor] pairs.
alter table refunds add column parts jsonb;
-- What a refund gave back to a gift voucher that paid a part.
alter table sale_codes add column returned_minor bigint not null default 0;
alter table sale_codes add constraint sale_codes_never_over_returned check (returned_minor between 0 and reserved_minor) not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
