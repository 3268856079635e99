import type { Selectable } from 'kysely'
import type { PlanInstalmentsTable } from '../../db/schema/types.generated.ts'

export type Instalment = Selectable<PlanInstalmentsTable>
