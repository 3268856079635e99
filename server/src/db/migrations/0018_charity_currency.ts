import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The currency of a charity's donation amounts and fees: the one its organisers sell in, if there is only one.
alter table charities add column currency text not null default 'GBP';
with sold as (
  select organiser.charity_id, event.currency from events event join organisers organiser on organiser.id = event.organiser_id
  union
  select organiser.charity_id, design.currency
    from gift_voucher_designs design join organisers organiser on organiser.id = design.organiser_id
), only_one as (
  select charity_id, min(currency) as currency from sold where charity_id is not null
    group by charity_id having count(distinct currency) = 1
)
update charities set currency = only_one.currency from only_one where only_one.charity_id = charities.id;
-- Amounts in yen were stored in hundredths.
update charities set
  donation_options_minor = (select coalesce(array_agg(amount / 100 order by place), '{}')
    from unnest(donation_options_minor) with ordinality as option (amount, place)),
  base_fee_minor = base_fee_minor / 100,
  booking_fee_cap_minor = booking_fee_cap_minor / 100
  where currency = 'JPY';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
