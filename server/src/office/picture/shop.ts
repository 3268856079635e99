import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { picturePath } from '@foyer/contract/pages.ts'
import { readColour } from '@foyer/domain/brand/accent.ts'
import { NO_TRADER, type ShopDetails } from '@foyer/domain/people/legal.ts'
import { fail } from '@foyer/domain/result.ts'
import { z } from 'zod'
import type { Tx } from '../../db/transaction/tx.ts'
import { storePicture } from '../../pictures/store.ts'
import { detailsLacking, refreshShop } from '../../shop-identity.ts'
import type { OfficeHandlers } from '../handle.ts'
import { colourOf } from './colour.ts'
import { detailsForm, readDetails } from './shop-details.ts'
import { readUpload, uploadOf } from './upload.ts'

const NOTHING_SET = { name: null, email: null, logo: null, accent: null, legal: null }

type Settings = { [Name in keyof typeof NOTHING_SET]: Name extends 'legal' ? ShopDetails | null : string | null }

const shopOf = async (tx: Pick<Tx, 'selectFrom'>): Promise<Settings> =>
  ((await tx.selectFrom('shop').select(['name', 'email', 'logo', 'accent', 'legal']).executeTakeFirst()) as
    | Settings
    | undefined) ?? NOTHING_SET

const stored = ({ legal, ...rest }: Partial<Settings>) => ({ ...rest, ...(legal && { legal: JSON.stringify(legal) }) })

/** What a change says of who runs the shop. */
const known = ({ email, legal }: Partial<Settings>) => ({
  ...(email !== undefined && { email }),
  ...(legal && { legal }),
})

export const officeShop: OfficeHandlers['office_shop'] = {
  async read(_, { deps }) {
    const { logo, accent } = await shopOf(deps.db)
    await refreshShop(deps)
    const { name, email, legal } = deps.config.shop
    return {
      name,
      email: email ?? '',
      legal: detailsForm(legal ?? NO_TRADER),
      logo: logo === null ? null : { src: picturePath(logo, 480), alt: name },
      colour: colourOf(accent),
    }
  },
}

export const saveShop: OfficeHandlers['save_shop'] = {
  beforeTransaction: readUpload,
  async change(tx, body, { deps, now }) {
    const { what, name, email, remove, f } = body
    const before = await shopOf(tx)
    const write = async (after: Partial<typeof before>) => {
      const { live, shop } = deps.config
      const lacks_details = detailsLacking({ live, shop: { ...shop, ...known(after) } }).length > 0
      await tx
        .insertInto('shop')
        .values({ ...stored({ ...before, ...after }), lacks_details })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...stored(after), lacks_details }))
        .execute()
      const changed = Object.keys(after) as (keyof typeof before)[]
      return {
        reply: { success: true as const, next: OFFICE_PAGES.shop.path },
        log: {
          subject: ['shop', 'shop'] as const,
          before: Object.fromEntries(changed.map((field) => [field, before[field]])),
          after,
        },
        committed: () => refreshShop(deps),
      }
    }
    if (what === 'names') {
      if (name === '') return fail('shop_name_missing')
      return email !== '' && !z.email().safeParse(email).success ? fail('shop_email_wrong') : write({ name, email })
    }
    if (what === 'legal') {
      const read = readDetails(f)
      return 'problems' in read ? { ...fail('event_refused'), body: read } : write({ legal: read.details })
    }
    if (what === 'accent') {
      const accent = body.accent === '' || remove ? null : readColour(body.accent)
      return body.accent !== '' && !remove && accent === null ? fail('not_a_colour') : write({ accent })
    }
    if (remove) return write({ logo: null })
    const sent = uploadOf(body)
    return sent === null ? fail('picture_missing') : write({ logo: await storePicture(tx, sent, now) })
  },
}
