import { longWhen } from '@foyer/domain/format/dates.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { HELD_COLUMNS, type HeldRow } from '../db/held-online.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { storedPicture } from '../pictures/files.ts'
import { logoSize } from '../pictures/small.ts'
import { soldBy, TRADER } from '../trader.ts'
import type { Logo, MailEvent, Sender } from './blocks.ts'

export type MailOrganiser = { id: number; name: string; logo: string | null; accent: string | null; trader: Trader }

/** The organisers and events that a mail is about. */
export type MailAbout = { organisers: MailOrganiser[]; events: MailEvent[] }

const NOTHING: MailAbout = { organisers: [], events: [] }

/** The sender of a mail. It has an organiser's logo and colour if the mail is about one organiser only. */
export async function senderOf(
  tx: Pick<Tx, 'selectFrom' | 'getExecutor'>,
  { shop, publicUrl }: Pick<Config, 'shop' | 'publicUrl'>,
  { about, saleId }: { about?: MailAbout; saleId?: number },
): Promise<Sender> {
  const { organisers, events } = about ?? (saleId === undefined ? NOTHING : await aboutSale(tx, saleId))
  const only = new Set(organisers.map(({ id }) => id)).size === 1 ? organisers[0]! : null
  const shopLogo = /^\/pictures\/([0-9a-f]{64})-/.exec(shop.logo ?? '')?.[1] ?? null
  return {
    shop,
    publicUrl,
    shopLogo: await logoOf(tx, shopLogo),
    organiser: only && { name: only.name, accent: only.accent, logo: await logoOf(tx, only.logo) },
    events,
    soldBy: [...new Set(organisers.flatMap(({ trader }) => soldBy(trader) || []))],
  }
}

async function logoOf(tx: Pick<Tx, 'selectFrom'>, sha256: string | null): Promise<Logo | null> {
  const stored = sha256 === null ? null : await storedPicture(tx, sha256)
  return stored && { sha256: sha256!, ...logoSize(stored) }
}

type Row = MailOrganiser &
  HeldRow & {
    title: string | null
    picture: string | null
    picture_alt: string
  }

/** Each date of a sale, and the organisers of its gift vouchers. */
async function aboutSale(tx: Pick<Tx, 'getExecutor'>, saleId: number): Promise<MailAbout> {
  const { rows } = await sql<Row>`
    select distinct date.id as date_id, date.starts_at, date.ends_at, date.all_day, event.title, ${HELD_COLUMNS}, event.picture,
        event.picture_alt, organiser.id, organiser.name, organiser.logo, organiser.accent, ${TRADER} as trader
      from sale_lines line join ticket_types type on type.id = line.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join organisers organiser on organiser.id = event.organiser_id
      where line.sale_id = ${saleId}
    union all
    select distinct null::bigint, null::timestamptz, null::timestamptz, false, null, '', false, false, null, '', organiser.id, organiser.name, organiser.logo,
        organiser.accent, ${TRADER}
      from sale_vouchers line join gift_voucher_designs design on design.id = line.design_id
      join organisers organiser on organiser.id = design.organiser_id
      where line.sale_id = ${saleId}
    order by starts_at, title`.execute(tx as Tx)
  return {
    organisers: rows,
    events: rows.flatMap(({ title, picture, picture_alt, timezone, online, postponed, starts_at, ends_at, all_day }) =>
      title === null
        ? []
        : {
            title,
            niceDate: longWhen(
              { startsAt: starts_at, endsAt: ends_at, allDay: all_day },
              {
                timezone,
                online,
                postponed,
              },
            ),
            picture: picture === null ? null : { sha256: picture, alt: picture_alt },
          },
    ),
  }
}
