import { grantOf, type OfficeContext } from '../handle.ts'

/** The organiser's events as options: for a role, a key or a webhook. */
export const eventChoices = (ctx: OfficeContext) =>
  ctx.deps.db
    .selectFrom('events')
    .select(['id', 'title'])
    .where('organiser_id', '=', grantOf(ctx).organiserId)
    .orderBy('title')
    .limit(500)
    .execute()
