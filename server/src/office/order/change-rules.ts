import { fill } from '@foyer/contract/fill.ts'
import { changePage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { type BrokenRule, type RulesOfType, rulesBrokenBy } from '@foyer/domain/sale/self-service.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { leavesCompanion } from '../../payment/refund/companions.ts'
import { ownedLines } from '../../payment/self-service/conditions.ts'

type Change = {
  saleId: number
  fromTypeId: number
  toTypeId: number
  /** The seats that it leaves and gets. */
  moved?: Parameters<typeof leavesCompanion>[2]
}

/** What staff are told of the rules that a change would break; they may make it all the same. */
export async function rulesBroken(
  db: Pick<Tx, 'selectFrom' | 'getExecutor'>,
  { saleId, fromTypeId, toTypeId, moved }: Change,
): Promise<string[]> {
  const sale = await db.selectFrom('sales').select(['id', 'user_id']).where('id', '=', saleId).executeTakeFirstOrThrow()
  const broken = rulesBrokenBy(await ownedLines(db, sale), fromTypeId, await rulesOf(db, toTypeId))
  const ids = broken.flatMap((rule) => [rule.ticketTypeId, ...(rule.rule === 'requires' ? rule.anyOf : [])])
  const types = await db
    .selectFrom('ticket_types')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...ids])
    .orderBy('id')
    .execute()
  const namesOf = (ids: readonly number[]) =>
    [...new Set(types.filter(({ id }) => ids.includes(id)).map(({ name }) => name))].join(t['broken.or'])
  const isLeft = moved !== undefined && (await leavesCompanion(db, saleId, moved))
  return [...broken.map((rule) => sentenceOf(rule, namesOf)), ...(isLeft ? [t['broken.companion']] : [])]
}

function sentenceOf(rule: BrokenRule, namesOf: (ids: readonly number[]) => string): string {
  const name = namesOf([rule.ticketTypeId])
  switch (rule.rule) {
    case 'requires':
      return fill(t['broken.requires'], { name, needed: namesOf(rule.anyOf) })
    case 'below_min':
      return fill(t['broken.below_min'], { name, n: rule.n, min: rule.min })
    case 'above_max':
      return fill(t['broken.above_max'], { name, n: rule.n, max: rule.max })
    case 'closed':
      return fill(t['broken.closed'], { name })
  }
}

const rulesOf = (db: Pick<Tx, 'selectFrom'>, typeId: number): Promise<RulesOfType> =>
  db
    .selectFrom('ticket_types as type')
    .select([
      'type.id as ticketTypeId',
      'type.min_per_customer as minPerCustomer',
      'type.max_can_reserve as maxCanReserve',
      sql<boolean>`type.visibility <> 'all'`.as('isClosed'),
      sql<RulesOfType['requirements']>`coalesce((
        select jsonb_agg(jsonb_build_object('title', title, 'ids', any_of) order by required.id)
        from ticket_requirements required where required.ticket_type_id = type.id), '[]')`.as('requirements'),
    ])
    .where('type.id', '=', typeId)
    .executeTakeFirstOrThrow()
