import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import { type OwnTextData, textPath } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { type Language, language } from '@foyer/domain/format/language.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { TextKind } from '@foyer/domain/people/texts.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runQuery } from '../db/transaction/batch.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { escapeHtml } from '../html/sanitise.ts'
import { textInLanguage } from '../language.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Whose text it is: an organiser's by its id, or the shop's. */
export type TextOwner = number | null

export type OwnText = { id: number; version: number; language: Language; html: string; valid_from: Date }

/** All versions of a text, the newest first. */
export const versionsOf = (db: Reader, owner: TextOwner, kind: TextKind, inLanguage: Language): Promise<OwnText[]> =>
  db
    .selectFrom('texts')
    .select(['id', 'version', 'html', 'valid_from', sql<Language>`language`.as('language')])
    .where('organiser_id', owner === null ? 'is' : '=', owner)
    .where('kind', '=', kind)
    .where('language', '=', inLanguage)
    .orderBy('version', 'desc')
    .execute()

/** The shop's own text in the reader's language at this time; null where the built-in one applies. */
export async function shopText(db: Reader, kind: TextKind, at: Date): Promise<OwnText | null> {
  const current = (await versionsOf(db, null, kind, language())).find(({ valid_from }) => valid_from <= at)
  return current === undefined || current.html === '' ? null : current
}

const SHOP_TITLES = { terms: 'footer.terms', refunds: 'footer.refunds', privacy: 'footer.privacy' } as const

/** The title of a text in the reader's language. `organiser`: the name of the one whose it is; null for the shop's. */
const titleOf = ({ kind, organiser }: { kind: TextKind; organiser: string | null }): string =>
  organiser === null ? common[SHOP_TITLES[kind]] : fill(shop['organiser.terms'], { organiser })

/** A version of a text as its page shows it, with its words in its own language; null if there is none. */
export async function textById(db: Reader, id: number): Promise<OwnTextData> {
  const text = await db
    .selectFrom('texts')
    .leftJoin('organisers as organiser', 'organiser.id', 'texts.organiser_id')
    .select(['texts.version', 'html', 'valid_from', 'organiser.name as organiser'])
    .select([sql<Language>`texts.language`.as('language'), sql<TextKind>`texts.kind`.as('kind')])
    .where('texts.id', '=', id)
    .where('html', '!=', '')
    .executeTakeFirst()
  if (text === undefined) return null
  const { version, html, valid_from } = text
  const words = () => fill(shop['text.version'], { version, from: niceDate(valid_from) })
  const [title, note] = [() => titleOf(text), words].map((inItsLanguage) =>
    textInLanguage(text.language, inItsLanguage),
  )
  return { html, title: title!, note: note!, lang: text.language }
}

/** The id of the terms of the organiser with this id: those in the reader's language, or in another. Null if it has none. */
export const termsIdOf = (organiserId: RawBuilder<number>, at: Date): RawBuilder<number | null> => sql`(
  select newest.id from (
    select distinct on (language) id, language, html from texts
    where organiser_id = ${organiserId} and kind = 'terms' and valid_from <= ${at} order by language, version desc) newest
  where html <> '' order by newest.language = ${language()} desc, newest.language limit 1)`

/** The terms of one organiser; absent if it has none. */
export async function termsUrlOf(db: Reader, organiserId: number, at: Date): Promise<string | undefined> {
  const found = await db
    .selectFrom('organisers')
    .select(termsIdOf(sql`organisers.id`, at).as('terms_id'))
    .where('id', '=', organiserId)
    .executeTakeFirst()
  return found?.terms_id ? textPath(found.terms_id) : undefined
}

/** What an organiser says about itself, and a link to its terms, if it has any. */
export const withTermsLink = (aboutHtml: string, organiser: string, termsId: number | null): string =>
  termsId === null
    ? aboutHtml
    : `${aboutHtml}<p><a href="${textPath(termsId)}">${escapeHtml(fill(shop['organiser.terms'], { organiser }))}</a></p>`

type OrderText = { id: number; kind: TextKind; organiser: string | null }

/**
 * The texts that apply to paid orders, in the language of each order: those that were valid when it was reserved. Versions never
 * change, so nothing is copied. A shop's text that is built in is not among them.
 */
export const orderTextsQuery = (saleIds: readonly number[]): Query<(saleId: number) => OrderText[]> =>
  query(
    sql<OrderText & { sale_id: number }>`
      select distinct on (sale_id, owner, kind) sale_id, id, kind, organiser from (
        select distinct on (sale.id, text.organiser_id, text.kind, text.language)
          sale.id as sale_id, coalesce(text.organiser_id, 0) as owner, text.id, text.kind, text.language, text.html,
          organiser.name as organiser, text.language = coalesce(sale.language, 'en') as is_readers
        from sales sale
          join texts text on text.valid_from <= coalesce(sale.agreed_at, sale.paid_at) and (text.organiser_id is null or exists (
            select from order_lines line where line.sale_id = sale.id and line.organiser_id = text.organiser_id))
          left join organisers organiser on organiser.id = text.organiser_id
        where sale.id = any(${sql.val(saleIds)}::bigint[])
        order by sale.id, text.organiser_id, text.kind, text.language, text.version desc) newest
      where html <> '' and (owner > 0 or is_readers)
      order by sale_id, owner, kind, is_readers desc, language`,
    (rows) => {
      const bySale = groupBy(rows, ({ sale_id }) => sale_id)
      return (saleId) => bySale.get(saleId) ?? []
    },
  )

/** The texts of one order, as links. */
export const orderTextLinks = async (
  db: Pick<Tx, 'getExecutor'>,
  saleId: number,
): Promise<{ title: string; url: string }[]> =>
  (await runQuery(db, orderTextsQuery([saleId])))(saleId).map((text) => ({
    title: titleOf(text),
    url: textPath(text.id),
  }))

/** A version of a text as a file of its own, for an email. */
export async function textFile(db: Reader, id: number): Promise<string | null> {
  const text = await textById(db, id)
  if (text === null) return null
  const { title = '', note = '', lang = 'en', html } = text
  return `<!doctype html>
<html lang="${lang}"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(note)}</p>
${html}
</html>
`
}
