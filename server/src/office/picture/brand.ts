import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { picturePath } from '@foyer/contract/pages.ts'
import { readColour } from '@foyer/domain/brand/accent.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { storePicture } from '../../pictures/store.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { colourOf } from './colour.ts'
import { readUpload, uploadOf } from './upload.ts'

const brandOf = (tx: Pick<Tx, 'selectFrom'>, organiserId: number) =>
  tx
    .selectFrom('organisers')
    .select(['name', 'logo', 'cover', 'cover_alt', 'accent'])
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()

export const officeBrand: OfficeHandlers['office_brand'] = {
  async read(_, ctx) {
    const { organiserId, role } = grantOf(ctx)
    const { name, logo, cover, cover_alt, accent } = await brandOf(ctx.deps.db, organiserId)
    return {
      logo: logo === null ? null : { src: picturePath(logo, 480), alt: name },
      cover: cover === null ? null : { src: picturePath(cover, 800), alt: cover_alt },
      colour: colourOf(accent),
      may_change: role === 'owner',
    }
  },
}

export const saveBrand: OfficeHandlers['save_brand'] = {
  beforeTransaction: readUpload,
  async change(tx, body, ctx) {
    const { organiserId } = grantOf(ctx)
    const { what, alt, remove } = body
    await tx.selectFrom('organisers').select('id').where('id', '=', organiserId).forUpdate().execute()
    const before = await brandOf(tx, organiserId)
    const done = (after: Partial<typeof before>) => ({
      reply: { success: true as const, next: `${OFFICE_PAGES.brand.path}?organiser_id=${organiserId}` },
      log: {
        subject: ['organiser', organiserId] as const,
        before: Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof typeof before]])),
        after,
      },
    })
    const write = async (after: Partial<Omit<typeof before, 'name'>>) => {
      await tx.updateTable('organisers').set(after).where('id', '=', organiserId).execute()
      return done(after)
    }
    if (what === 'accent') {
      const accent = body.accent === '' || remove ? null : readColour(body.accent)
      return body.accent !== '' && !remove && accent === null ? fail('not_a_colour') : write({ accent })
    }
    if (remove) return write(what === 'logo' ? { logo: null } : { cover: null, cover_alt: '' })
    const sent = uploadOf(body)
    if (sent === null && before[what] === null) return fail('picture_missing')
    if (what === 'cover' && alt === '') return fail('picture_alt_missing')
    const picture = sent ? await storePicture(tx, sent, ctx.now) : before[what]
    return write(what === 'logo' ? { logo: picture } : { cover: picture, cover_alt: alt })
  },
}
