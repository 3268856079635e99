import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { type Db, inTx } from '../db/transaction/tx.ts'
import { endAccess, findOrAddPerson, giveRole } from '../office/team/people.ts'
import { codeSentTo, openBrowser } from './browser.ts'
import type { VisitDeps } from './visit.ts'

/** Who worked in the office during the season. */
const COLLEAGUES = {
  theatre: { name: 'Wren Castell', email: 'wren@oldmill.example', organiser: 'old-mill-theatre', role: 'owner' },
  counter: { name: 'Idris Farrow', email: 'idris@oldmill.example', organiser: 'old-mill-theatre', role: 'box_office' },
  hospice: { name: 'Grace Ellery', email: 'grace@northquay.example', organiser: 'north-quay-hospice', role: 'owner' },
} as const satisfies Record<string, { name: string; email: string; organiser: string; role: Role }>

type Colleague = keyof typeof COLLEAGUES

/** A colleague at the desk: calls of the office, for their organiser. */
export type Desk = {
  organiserId: number
  /** The reply's body; null where the office refused. */
  act: (name: OfficeCallName, form?: object) => Promise<Record<string, unknown> | null>
}

/**
 * The people of the office, who are put on their teams as `npm run staff` does it. When the season ends they have left, so that
 * the first link of the new office is still to come.
 */
export async function staffOf(deps: VisitDeps, { from, address }: { from: Date; address: string }) {
  const { db } = deps
  const ids = new Map<Colleague, { staffId: number; organiserId: number }>()
  for (const [who, { name, email, organiser, role }] of Object.entries(COLLEAGUES) as [
    Colleague,
    (typeof COLLEAGUES)[Colleague],
  ][]) {
    const organiserId = await organiserWith(db, organiser)
    if (organiserId === null) continue
    const staffId = await inTx(db, async (tx) => {
      const id = await findOrAddPerson(tx, { email, name, now: from })
      await giveRole(tx, { staffId: id, organiserId, role, eventIds: null, by: null, now: from })
      return id
    })
    ids.set(who, { staffId, organiserId })
  }
  let forms = 0
  return {
    /**
     * Signs in with an emailed code, which also counts as a recent proof of identity. Null if the person is not on the staff.
     */
    async signIn(who: Colleague): Promise<Desk | null> {
      const { email } = COLLEAGUES[who]
      const colleague = ids.get(who)
      if (colleague === undefined) return null
      const browser = openBrowser(deps, address)
      await browser.office('office_send_code', { email })
      await browser.office('office_check_code', { email, code: await codeSentTo(db, email) })
      const { organiserId } = colleague
      return {
        organiserId,
        async act(name, form = {}) {
          forms += 1
          const { ok, body } = await browser.office(name, {
            organiser_id: organiserId,
            form_key: `history-${forms}`,
            ...form,
          })
          return ok ? body : null
        },
      }
    },
    async leave(now: Date): Promise<void> {
      for (const { staffId } of ids.values()) await inTx(db, (tx) => endAccess(tx, staffId, now))
    },
  }
}

export type Staff = Awaited<ReturnType<typeof staffOf>>

async function organiserWith(db: Db, slug: string): Promise<number | null> {
  const found = await db.selectFrom('organisers').select('id').where('slug', '=', slug).executeTakeFirst()
  return found?.id ?? null
}
