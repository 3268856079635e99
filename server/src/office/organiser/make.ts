import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { fail } from '@foyer/domain/result.ts'
import { type OfficeHandlers, staffOf } from '../handle.ts'
import { addOrganiser } from '../session/first.ts'
import { giveRole, lockTeam } from '../team/people.ts'

export const makeOrganiser: OfficeHandlers['make_organiser'] = {
  async change(tx, { name }, ctx) {
    const staff = staffOf(ctx)
    // guard: organisers-by-operator
    if (!staff.isOperator) return fail('operators_only')
    if (name === '') return fail('organiser_name_missing')
    const { id } = await addOrganiser(tx, name)
    await lockTeam(tx, id)
    await giveRole(tx, {
      staffId: staff.id,
      organiserId: id,
      role: 'owner',
      eventIds: null,
      by: staff.id,
      now: ctx.now,
    })
    return {
      reply: { success: true, next: `${OFFICE_PAGES.new_event.path}?organiser_id=${id}` },
      log: { subject: ['organiser', id], after: { name } },
    }
  },
}
