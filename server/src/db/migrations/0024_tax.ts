import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- An organiser with a tax number is registered: its prices include tax at these rates, in hundredths of a percent. Booking fees
-- and postage without a rate of their own are taxed like the ticket.
alter table organisers
  add column tax_number text,
  add column tax_address text not null default '',
  add column tax_bp integer not null default 0 check (tax_bp between 0 and 10000),
  add column fee_tax_bp integer check (fee_tax_bp between 0 and 10000),
  add column delivery_tax_bp integer check (delivery_tax_bp between 0 and 10000),
  add column protection_tax_bp integer not null default 0 check (protection_tax_bp between 0 and 10000);

-- A type's own rate, and the rates that apply to it, which the database keeps so that a reserve need not look for them: by part
-- of a line, null where the organiser is not registered.
alter table ticket_types
  add column tax_bp integer check (tax_bp between 0 and 10000),
  add column tax_rates jsonb;

create function set_tax_rates() returns trigger language plpgsql as $$
begin
  new.tax_rates := (
    select jsonb_build_object('net', rate, 'fee', coalesce(fee_tax_bp, rate), 'protection', protection_tax_bp,
      'delivery', coalesce(delivery_tax_bp, rate))
    from events join organisers on organisers.id = events.organiser_id
    cross join lateral (select coalesce(new.tax_bp, organisers.tax_bp) as rate) own
    where events.id = new.event_id and tax_number is not null);
  return new;
end $$;
create trigger ticket_types_tax before insert or update of tax_bp, event_id on ticket_types
  for each row execute function set_tax_rates();

create function change_tax_rates() returns trigger language plpgsql as $$
begin
  -- Each row sets its own rates.
  update ticket_types set tax_bp = ticket_types.tax_bp from events
    where events.id = ticket_types.event_id
      and case tg_table_name when 'organisers' then events.organiser_id = new.id else events.id = new.id end;
  return null;
end $$;
create trigger organisers_tax
  after update of tax_number, tax_bp, fee_tax_bp, delivery_tax_bp, protection_tax_bp on organisers
  for each row when ((old.tax_number, old.tax_bp, old.fee_tax_bp, old.delivery_tax_bp, old.protection_tax_bp)
    is distinct from (new.tax_number, new.tax_bp, new.fee_tax_bp, new.delivery_tax_bp, new.protection_tax_bp))
  execute function change_tax_rates();
create trigger events_tax after update of organiser_id on events
  for each row when (old.organiser_id <> new.organiser_id) execute function change_tax_rates();

-- The tax within each part of a line, for lines of registered organisers. What is kept of a part after a refund always contains
-- the tax of that amount.
create table order_line_taxes (
  sale_id bigint not null,
  line integer not null,
  part text not null check (part in ('net', 'fee', 'protection', 'delivery', 'rounding')),
  rate_bp integer not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  refunded_minor bigint not null default 0,
  refunded_tax_minor bigint not null default 0,
  primary key (sale_id, line, part),
  foreign key (sale_id, line) references order_lines on delete cascade,
  constraint order_line_taxes_never_over_refunded check (
    refunded_minor >= least(gross_minor, 0) and refunded_minor <= greatest(gross_minor, 0)
    and refunded_tax_minor >= least(tax_minor, 0) and refunded_tax_minor <= greatest(tax_minor, 0))
);
alter table order_lines add column refunded_tax_minor bigint not null default 0;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
