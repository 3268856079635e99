import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- An account at a payment provider that an organiser is setting up. It becomes a row of payment_accounts once it takes payments.
create table payment_account_setups (
  organiser_id bigint not null references organisers,
  provider text not null check (provider in ('stripe', 'square', 'truelayer')),
  -- What the provider calls an account that was made there.
  external_id text,
  -- The secret part of a key that was made here, encrypted, and the id of the key that encrypts it.
  credentials text,
  key_id text,
  public_key text not null default '',
  begun_at timestamptz not null,
  primary key (organiser_id, provider),
  check ((credentials is null) = (key_id is null))
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
