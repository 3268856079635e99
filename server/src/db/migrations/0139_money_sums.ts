import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What the ledger's entries up to money_sums_state.until_id add up to, by London's day. Event and ticket type are 0 without one.
create table money_sums (
  organiser_id bigint not null references organisers,
  day date not null,
  currency text not null,
  event_id bigint not null,
  ticket_type_id bigint not null,
  channel text not null,
  codes jsonb not null,
  kind text not null check (kind in ('donations', 'vouchers', 'other')),
  tickets bigint not null,
  fees bigint not null,
  protection bigint not null,
  delivery bigint not null,
  donations bigint not null,
  vouchers_sold bigint not null,
  vouchers_used bigint not null,
  rounding bigint not null,
  refunded bigint not null,
  primary key (organiser_id, day, currency, event_id, ticket_type_id, channel, codes, kind)
);
create table money_paid_sums (
  organiser_id bigint not null references organisers,
  day date not null,
  currency text not null,
  way text not null,
  account text not null,
  sold boolean not null,
  minor bigint not null,
  primary key (organiser_id, day, currency, way, account, sold)
);
-- seen_id was the ledger's highest id when seen_xid was the next transaction.
create table money_sums_state (
  until_id bigint not null,
  seen_id bigint not null,
  seen_xid bigint not null
);
create unique index money_sums_state_one on money_sums_state ((true));
insert into money_sums_state values (0, 0, 0);
create index orders_filled_in on orders (sale_id) where filled_in;
create index orders_complimentary on orders (sale_id) where channel = 'complimentary';
create index counter_sales_free on counter_sales (sale_id) where how = 'free';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
