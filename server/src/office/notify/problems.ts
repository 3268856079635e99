import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { may, ROLES } from '@foyer/domain/office/rights.ts'
import { sql } from 'kysely'
import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inStaffLanguage, isNotifiedOf, isOfRole } from '../../mail/staff.ts'
import { type MailedProblem, problemMail } from '../../mail/templates/problem.ts'
import { PROBLEM_MAILS, problemsSince } from '../home/problems.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type Reader = {
  staff_id: number
  email: string
  language: string | null
  organiser_id: number
  organiser: string
  key: string
  numbers: string[]
}

const MINUTE_MS = 60_000
/** What went wrong before, while nothing ran, is only on Home. */
const LOOK_BACK_MS = DAY_MS
/** An email can bounce days after it was sent. */
const SENT_WITHIN_MS = 7 * DAY_MS

/**
 * Emails those who may do something about it what went wrong with money and delivery, unless they chose to get no emails: what Home
 * shows, for the events of their role, one email for all that went wrong within the same minutes.
 */
export async function mailProblems(deps: NeededDeps): Promise<void> {
  for (const kind of Object.keys(PROBLEM_MAILS) as MailedProblem[]) await mailProblemsOf(deps, kind)
}

async function mailProblemsOf({ db, clock, config }: NeededDeps, kind: MailedProblem): Promise<void> {
  const now = clock.now()
  for (const reader of await readersOf(db, kind, now)) {
    const facts = {
      organiser: reader.organiser,
      orders: reader.numbers.map(shownOrderNumber),
      page: `${config.publicUrl}${OFFICE_PAGES.home.path}?organiser_id=${reader.organiser_id}`,
      choosePage: config.publicUrl + OFFICE_PAGES.account.path,
    }
    await inStaffLanguage(config, reader, () =>
      inTx(db, (tx) =>
        queueMail(tx, config, {
          ...problemMail(kind, facts),
          key: reader.key,
          kind: 'staff_problems',
          recipient: reader.email,
          now,
        }),
      ),
    )
  }
}

/** Who is emailed about problems of a kind now, with the orders of each email. */
async function readersOf(db: Db, kind: MailedProblem, now: Date): Promise<Reader[]> {
  const { action, minutes, atLeast } = PROBLEM_MAILS[kind]
  const span = minutes * MINUTE_MS
  const found = problemsSince(new Date(now.getTime() - SENT_WITHIN_MS))[kind]
  // A short time is over before it is told, so that none needs a second email. A day is told as soon as there are enough.
  const until = span < LOOK_BACK_MS ? new Date(now.getTime() - (now.getTime() % span)) : new Date(now.getTime() + 1)
  const { rows } = await sql<Reader>`
    with problem as (
      select sale_id, floor(extract(epoch from at) * 1000 / ${span})::bigint as span from (${found}) found
      where at >= ${new Date(now.getTime() - LOOK_BACK_MS)} and at < ${until}
      group by 1, 2),
    told as (
      select staff.id as staff_id, staff.email, staff.language, organiser.id as organiser_id, organiser.name as organiser,
        'staff_problems:' || ${kind}::text || ':' || problem.span || ':' || organiser.id || ':' || staff.id as key,
        array_agg(distinct orders.number) as numbers
      from problem join orders on orders.sale_id = problem.sale_id join order_lines line on line.sale_id = orders.sale_id
        join organisers organiser on organiser.id = line.organiser_id
        join staff_roles role on role.organiser_id = organiser.id
          and role.role = any(${sql.val(ROLES.filter((role) => may(role, action)))}::text[]) and ${isOfRole}
        join staff on staff.id = role.staff_id
      where ${isNotifiedOf('each', 'daily', 'weekly', 'problems')}
      group by 1, 2, 3, 4, 5, 6)
    select * from told where cardinality(numbers) >= ${atLeast} and not exists (select from mails where mails.key = told.key)
    order by staff_id, key`.execute(db)
  return rows
}
