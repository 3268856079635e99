import { fill } from '@foyer/contract/fill.ts'
import { common } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import { CRITERIA, type Criterion } from '@foyer/domain/accessibility/criteria.ts'
import { TESTED_ON } from '@foyer/domain/accessibility/tested.generated.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { Page } from '../../page.ts'
import css from '../legal-text.module.css'
import sheet from './accessibility.css?url'
import { NAMES, WORDS } from './accessibility.en.ts'
import { FOUND, type Status, statusOf } from './found.ts'

const inWords = (status: Status): string => {
  if (status.kind === 'fault') return fill(WORDS.fault, { what: status.what })
  return fill(WORDS[status.kind], { date: 'date' in status ? niceDay(status.date) : '' })
}

/** What the service is, how to buy otherwise, and what has been tested. A public body owes the model statement as well. */
export const Accessibility = ({ data, found = FOUND }: { data: PageData['accessibility']; found?: typeof FOUND }) => (
  <div className={`page ${css.letter} accessibility`}>
    {/* Apart from the shop's sheet, because only this page has a table. */}
    <link rel="stylesheet" href={sheet} />
    <h1>{common['footer.accessibility']}</h1>
    <p className={css.lead}>{WORDS.lead}</p>
    <Part title={WORDS.service} paragraphs={WORDS.serviceText} />
    <section>
      <h2>{WORDS.otherwise}</h2>
      <Otherwise {...data} />
      <p>{WORDS.venue}</p>
    </section>
    <Part title={WORDS.feedback} paragraphs={[WORDS.feedbackText]} />
    <section>
      <h2 id="tested">{WORDS.tested}</h2>
      {WORDS.testedText.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>{fill(WORDS.lastTested, { date: niceDay(TESTED_ON) })}</p>
      <table className="criteria" aria-labelledby="tested">
        <thead>
          <tr>
            <th scope="col">{WORDS.criterion}</th>
            <th scope="col">{WORDS.result}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(CRITERIA) as Criterion[]).map((criterion) => (
            <tr key={criterion}>
              <th scope="row">
                {criterion} {NAMES[criterion]} ({CRITERIA[criterion]})
              </th>
              <td>{inWords(statusOf(criterion, found, language()))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {data.is_public && <Statement hasFaults={Object.keys(found.faults).length > 0} />}
  </div>
)

const Part = ({ title, paragraphs }: { title: string; paragraphs: readonly string[] }) => (
  <section>
    <h2>{title}</h2>
    {paragraphs.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </section>
)

/** The details of who runs the shop. Without any, the organiser's are on the page of its event. */
function Otherwise({ phone, email, address }: PageData['accessibility']) {
  if (phone === '' && email === '' && address === '')
    return (
      <p>
        {WORDS.noContact} <a href={PAGES.complaint}>{WORDS.report}</a>
      </p>
    )
  return (
    <>
      <p>{WORDS.otherwiseText}</p>
      <ul>
        {phone && (
          <li>
            {WORDS.phone} <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            {WORDS.email} <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {address && (
          <li>
            {WORDS.post} {address}
          </li>
        )}
      </ul>
    </>
  )
}

/** What the model statement of 2018/1523 and its twin in the United Kingdom add for public bodies. */
const Statement = ({ hasFaults }: { hasFaults: boolean }) => (
  <>
    <Part title={WORDS.compliance} paragraphs={[WORDS.complianceText]} />
    <section>
      <h2>{WORDS.content}</h2>
      <p>{hasFaults ? WORDS.faults : WORDS.noFaults}</p>
      <ul>
        {WORDS.notTested.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
    <Part title={WORDS.prepared} paragraphs={[fill(WORDS.preparedText, { date: niceDay(TESTED_ON) })]} />
    <Part title={WORDS.enforcement} paragraphs={WORDS.enforcementText} />
  </>
)

export const page: Page<'accessibility'> = {
  title: () => common['footer.accessibility'],
  frame: 'shop',
  Body: Accessibility,
}
