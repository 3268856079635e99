import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { languageNames, textKinds } from '@foyer/contract/office/texts/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Language } from '@foyer/domain/format/language.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { emptyPlaces, TEXT_KINDS, type TextKind } from '@foyer/domain/people/texts.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../html/sanitise.ts'
import { refreshShop } from '../../shop-identity.ts'
import { type TextOwner, versionsOf } from '../../texts/own-texts.ts'
import { filledIn, storedText, templateOf } from '../../texts/template.ts'
import { shopTrader, traderOf } from '../../trader.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'

type About = { owner: TextOwner; kind: TextKind; language: Language }
type Page = OfficeReply<'office_texts'>

const pageOf = ({ owner, kind, language }: About): string =>
  owner === null
    ? `${OFFICE_PAGES.shop_texts.path}?kind=${kind}&language=${language}`
    : `${OFFICE_PAGES.texts.path}?organiser_id=${owner}&language=${language}`

async function ownerTrader(db: Pick<Tx, 'selectFrom'>, owner: TextOwner, { deps }: OfficeContext): Promise<Trader> {
  return owner === null ? shopTrader(deps.config.shop) : (await traderOf(db, owner)).trader
}

async function read(about: About & { version: number }, ctx: OfficeContext, mayChange: boolean) {
  const { owner, kind, language } = about
  const { db } = ctx.deps
  const all = await versionsOf(db, owner, kind, language)
  const shown = all.find(({ version }) => version === about.version)
  if (about.version > 0 && shown === undefined) return fail('not_found')
  const current = all[0]
  const isTemplate = current === undefined || current.html === ''
  const template = () => templateOf(owner, kind, language)
  return {
    kind,
    language,
    kinds: owner === null ? [...TEXT_KINDS] : ['terms' as const],
    may_change: mayChange,
    // Without its anchors, which saving makes again.
    html: isTemplate ? filledIn(template(), await ownerTrader(db, owner, ctx), language) : sanitiseHtml(current.html),
    is_template: isTemplate,
    version: current?.version ?? 0,
    versions: all.map(({ version, valid_from, html }) => ({
      version,
      nice_from: niceDate(valid_from),
      is_empty: html === '',
    })),
    shown:
      shown === undefined
        ? null
        : { version: shown.version, nice_from: niceDate(shown.valid_from), html: sanitiseHtml(shown.html) },
  } satisfies Page
}

async function save(tx: Tx, about: About & { base: number; html: string }, ctx: OfficeContext) {
  const { owner, kind, language, base } = about
  const trader = await ownerTrader(tx, owner, ctx)
  const html = storedText(about.html, { owner, kind, inLanguage: language, trader })
  const empty = emptyPlaces(html)
  if (empty.length > 0) return fail('text_place_empty', { places: empty.map((place) => `[${place}]`).join(', ') })
  const version = base + 1
  const [newest] = await versionsOf(tx, owner, kind, language)
  if ((newest?.version ?? 0) !== base) return fail('text_changed_meanwhile')
  const saved = await tx
    .insertInto('texts')
    .values({ organiser_id: owner, kind, language, version, html, valid_from: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (saved === undefined) return fail('text_changed_meanwhile')
  return {
    reply: { success: true as const, next: pageOf(about) },
    log: {
      subject: owner === null ? (['shop', 'shop'] as const) : (['organiser', owner] as const),
      after: { text: textKinds[kind], language: languageNames[language], version, ...(html === '' && { ended: true }) },
    },
  }
}

export const officeTexts: OfficeHandlers['office_texts'] = {
  read: (body, ctx) => {
    const { organiserId: owner, role } = grantOf(ctx)
    return read({ ...body, owner, kind: 'terms' }, ctx, role === 'owner')
  },
}
export const saveText: OfficeHandlers['save_text'] = {
  change: (tx, body, ctx) => save(tx, { ...body, owner: grantOf(ctx).organiserId, kind: 'terms' }, ctx),
}
export const officeShopTexts: OfficeHandlers['office_shop_texts'] = {
  async read(body, ctx) {
    await refreshShop(ctx.deps)
    return read({ ...body, owner: null }, ctx, true)
  },
}
export const saveShopText: OfficeHandlers['save_shop_text'] = {
  change: (tx, body, ctx) => save(tx, { ...body, owner: null }, ctx),
}
