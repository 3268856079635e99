import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What visitors find an event by. Triggers keep it, so that an import, the office and the version before can't forget to.
create table event_search (
  event_id bigint primary key references events on delete cascade,
  keys text[] not null
);
-- Without a list of pending entries, which every search would have to read through.
create index event_search_keys on event_search using gin (keys) with (fastupdate = off);

-- The words of a text without case, accents and apostrophes: 'Café Müller’s' is {cafe, mullers}.
create function search_words(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}') from regexp_split_to_table(
    replace(replace(replace(replace(lower(translate(
      regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f''‘’]', '', 'g'),
      'ØøŁłĐđÐðı', 'OoLlDdDdi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[[:space:][:punct:]\\u00a0\\u2000-\\u206f]+') as word
  where word <> ''
$$;

-- A word, and the word without each of its letters: two words with one mistake between them share at least one of these.
create function search_variants(word text) returns table (variant text) language sql immutable parallel safe as $$
  select word union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n
  where length(word) >= 4
$$;

-- The keys of a text: each beginning of each word, marked with a star, and the variants of each word.
create function search_keys(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from unnest(search_words(value)) as word cross join lateral (
    select left(word, n) || '*' as key from generate_series(1, length(word)) n
    union all select variant from search_variants(word) where length(word) >= 3
  ) as found
$$;

create function fill_event_search(filled bigint[]) returns void language sql as $$
  insert into event_search (event_id, keys)
  select event.id, search_keys(concat_ws(' ', event.title, event.category, organiser.name,
      case when event.venue_id is null then 'online' end, venue.name, venue.town))
    from events event join organisers organiser on organiser.id = event.organiser_id
    left join venues venue on venue.id = event.venue_id
    where event.id = any(filled)
  on conflict (event_id) do update set keys = excluded.keys
$$;

create function find_event() returns trigger language plpgsql as $$
begin
  perform fill_event_search(array[new.id]);
  return null;
end $$;
create trigger events_are_found after insert or update of title, category, organiser_id, venue_id on events
  for each row execute function find_event();

create function find_events_again() returns trigger language plpgsql as $$
begin
  perform fill_event_search(array(select id from events where
    case tg_table_name when 'venues' then venue_id = new.id else organiser_id = new.id end));
  return null;
end $$;
create trigger organisers_are_found after update of name on organisers
  for each row when (old.name is distinct from new.name) execute function find_events_again();
create trigger venues_are_found after update of name, town on venues
  for each row when ((old.name, old.town) is distinct from (new.name, new.town)) execute function find_events_again();

select fill_event_search(array(select id from events));

create index events_venue on events (venue_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
