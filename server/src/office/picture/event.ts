import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { picturePath } from '@foyer/contract/pages.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { storePicture } from '../../pictures/store.ts'
import { eventHeader } from '../event/header.ts'
import { ownEvent } from '../event/own-event.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { readUpload, uploadOf } from './upload.ts'

export const officeEventPicture: OfficeHandlers['office_event_picture'] = {
  async read({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    return {
      ...(await eventHeader(ctx, event)),
      picture: event.picture === null ? null : { src: picturePath(event.picture, 800), alt: event.picture_alt },
    }
  },
}

export const saveEventPicture: OfficeHandlers['save_event_picture'] = {
  beforeTransaction: readUpload,
  async change(tx, body, ctx) {
    const { event_id, alt, remove } = body
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const sent = uploadOf(body)
    if (!remove && sent === null && event.picture === null) return fail('picture_missing')
    if (!remove && alt === '') return fail('picture_alt_missing')
    const picture = remove ? null : sent ? await storePicture(tx, sent, ctx.now) : event.picture
    const after = { picture, picture_alt: remove ? '' : alt }
    await tx
      .updateTable('events')
      .set({ ...after, version: sql<number>`version + 1` })
      .where('id', '=', event_id)
      .execute()
    const { organiserId } = grantOf(ctx)
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.event_picture.path}?organiser_id=${organiserId}&event_id=${event_id}`,
      },
      log: {
        subject: ['event', event_id],
        before: { picture: event.picture, picture_alt: event.picture_alt },
        after,
      },
    }
  },
}
