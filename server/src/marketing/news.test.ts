import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { isSubscribedToNews } from './news-link.ts'

const opened = useTestDatabase('embedded')

type Consent = { granted?: boolean; kind?: 'newsletter' | 'event_news' | 'charity'; pending?: true; of?: 'other' }

it('news go to those whose latest confirmed answer to this organiser is yes, and who take email', async () => {
  const { db } = opened()
  const [own, other] = [(await createEvent(db)).organiserId, (await createEvent(db)).organiserId]
  const people: [string, Consent[], boolean][] = [
    ['agreed', [{}], true],
    ['refused', [{ granted: false }], false],
    ['withdrew', [{}, { granted: false }], false],
    ['agreed-again', [{ granted: false }, {}], true],
    ['agreed-and-refused-another', [{}, { granted: false, of: 'other' }], true],
    ['agreed-to-another', [{ of: 'other' }], false],
    ['agreed-to-the-shop', [{ kind: 'newsletter' }], false],
    ['agreed-to-the-charity', [{ kind: 'charity' }], false],
    ['agreed-and-refused-the-shop', [{}, { granted: false, kind: 'newsletter' }], true],
    ['not-confirmed', [{ pending: true }], false],
    ['withdrawal-not-confirmed', [{}, { granted: false, pending: true }], true],
    ['never-asked', [], false],
    ['bounced', [{}], false],
  ]
  const given_at = new Date('2026-05-01T12:00:00Z')
  for (const [name, consents] of people)
    for (const { granted = true, kind = 'organiser', pending = false, of } of consents)
      await db
        .insertInto('consents')
        .values({
          email: `${name}@example.org`,
          kind,
          organiser_id: of === 'other' ? other : own,
          granted,
          pending,
          wording: 'News',
          source: 'test',
          given_at,
        })
        .execute()
  await sql`insert into suppressions (email_hash, why, since)
    values (encode(sha256('bounced@example.org'), 'hex'), 'bounced', ${given_at})`.execute(db)
  const subscribed: [string, boolean][] = []
  for (const [name] of people) {
    const { rows } = await sql<{ wants: boolean }>`
      select ${isSubscribedToNews(sql`${`${name}@example.org`}`, own)} as wants`.execute(db)
    subscribed.push([name, rows[0]!.wants])
  }
  expect(subscribed).toEqual(people.map(([name, , wants]) => [name, wants]))
})
