import { fill } from '@foyer/contract/fill.ts'
import { mailingStates, mailingPage as t } from '@foyer/contract/office/mailings/messages.en.ts'
import { OFFICE_MAILING_PREVIEW, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { MAILING_FIELDS } from '@foyer/domain/mailing/mailing-text.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { FilterFields } from '../filter-fields.tsx'
import { isReturned, OfficeForm, sentValue } from '../form/form.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { ProveFirst } from '../form/prove-first.tsx'
import type { OfficePages } from '../page.ts'
import { pathIn } from '../paths.ts'

type ListProps = { data: OfficePageData['mailings']; shell: OfficeShell }
type Props = { data: OfficePageData['mailing']; shell: OfficeShell }

const KINDS = { service: t['kind.service'], news: t['kind.news'] }

const mailingPathIn = (shell: OfficeShell, id: number): string =>
  `${pathIn('mailing', shell.organiser_id)}&mailing_id=${id}`

/** The mailings of an organiser with their results. */
function MailingsPage({ data: { mailings, next }, shell }: ListProps) {
  const path = pathIn('mailing', shell.organiser_id)
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <p className="office-row">
        <a href={`${path}&list=orders`}>{t['new.buyers']}</a>
        <a href={`${path}&list=people`}>{t['new.holders']}</a>
      </p>
      {mailings.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.subject}</th>
              <th scope="col">{t.kind}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.people}</th>
              <th scope="col">{t.sent}</th>
              <th scope="col">{t.refused}</th>
              <th scope="col">{t.unsubscribed}</th>
              <th scope="col">{t.when}</th>
            </tr>
          </thead>
          <tbody>
            {mailings.map((mailing) => (
              <tr key={mailing.mailing_id}>
                <th scope="row">
                  <a href={mailingPathIn(shell, mailing.mailing_id)}>{mailing.subject}</a>
                </th>
                <td data-label={t.kind}>{KINDS[mailing.kind]}</td>
                <td data-label={t.state}>{mailingStates[mailing.state]}</td>
                <td data-label={t.people}>{mailing.people}</td>
                <td data-label={t.sent}>{mailing.sent}</td>
                <td data-label={t.refused}>{mailing.refused}</td>
                <td data-label={t.unsubscribed}>{mailing.unsubscribed}</td>
                <td data-label={t.when}>{fill(t['sent.by'], { name: mailing.who, date: mailing.nice_at })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next !== null && (
        <p>
          <a href={`${pathIn('mailings', shell.organiser_id)}&before=${next}`}>{t.older}</a>
        </p>
      )}
    </>
  )
}

/** One mailing: a draft with its preview, or a sent one with its results. */
function MailingPage({ data, shell }: Props) {
  const { mailing_id, state, subject } = data
  return (
    <>
      <h1>{subject || t.new}</h1>
      {mailing_id !== null && (
        <p>
          {mailingStates[state]} · {fill(t['sent.by'], { name: data.who, date: data.nice_at })}
        </p>
      )}
      {state === 'draft' ? <Words data={data} shell={shell} /> : <Progress data={data} shell={shell} />}
      {mailing_id !== null && state === 'draft' && <Reach data={data} />}
      {data.example && <Preview data={data} shell={shell} />}
      {mailing_id !== null && state === 'draft' && data.example && <Send data={data} shell={shell} />}
    </>
  )
}

const About = ({ data, shell }: Props) => (
  <>
    <OrganiserId shell={shell} />
    <input type="hidden" name="mailing_id" value={data.mailing_id ?? ''} />
  </>
)

function Words({ data, shell }: Props) {
  const { list, filter } = data
  const back = isReturned(shell, 'save_mailing')
  const value = (name: string, saved: string) => (back ? sentValue(shell, 'save_mailing', name) : saved)
  return (
    <OfficeForm call="save_mailing" shell={shell} className="office-stack">
      <About data={data} shell={shell} />
      <input type="hidden" name="form_key" value={data.form_key} />
      <input type="hidden" name="list" value={list} />
      <h2>{t['who.title']}</h2>
      <p>
        {list === 'orders' ? t['who.orders'] : t['who.people']} {t['who.once']} {t['who.event']}
      </p>
      <FilterFields list={list} options={data} saved={(name) => value(name, filter[name] ?? '')} />
      <h2>{t['words.title']}</h2>
      <SelectField label={t['kind.legend']} name="kind" defaultValue={value('kind', data.kind)}>
        <option value="service">{t['kind.service']}</option>
        <option value="news">{t['kind.news']}</option>
      </SelectField>
      <dl className="office-quiet">
        <dt>{t['kind.service']}</dt>
        <dd>{t['kind.service.hint']}</dd>
        <dt>{t['kind.news']}</dt>
        <dd>{t['kind.news.hint']}</dd>
      </dl>
      <TextField
        label={t.subject}
        name="subject"
        defaultValue={value('subject', data.subject)}
        maxLength={LIMITS.text.name}
      />
      <TextAreaField
        label={t.body}
        name="body"
        rows={12}
        hint={t['body.hint']}
        defaultValue={value('body', data.body)}
      />
      <p className="office-quiet">{fill(t.fields, { fields: MAILING_FIELDS.map((name) => `{${name}}`).join(', ') })}</p>
      <p>{t['save.lead']}</p>
      <Button type="submit">{t.save}</Button>
    </OfficeForm>
  )
}

/** The number of recipients and ten of their names, before anything is sent. */
function Reach({ data: { people, names } }: Pick<Props, 'data'>) {
  return (
    <section className="office-stack" aria-labelledby="reach">
      <h2 id="reach">{t['reach.title']}</h2>
      {people === 0 ? (
        <p>{t['reach.none']}</p>
      ) : (
        <>
          <p>{fill(t.reach, { n: people, people: people === 1 ? t['reach.person'] : t['reach.people'] })}</p>
          <p>{t['reach.some']}</p>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Preview({ data: { example, mailing_id }, shell }: Props) {
  const { to, subject, text } = example!
  return (
    <section className="office-stack" aria-labelledby="preview">
      <h2 id="preview">{fill(t.preview, { to })}</h2>
      <p>{fill(t['preview.subject'], { subject })}</p>
      <iframe
        className="office-letter"
        title={t['preview.frame']}
        src={`${OFFICE_MAILING_PREVIEW}?organiser_id=${shell.organiser_id}&mailing_id=${mailing_id}`}
      />
      <details className="office-fold">
        <summary>{t['preview.plain']}</summary>
        <p className="office-words">{text}</p>
      </details>
    </section>
  )
}

const Version = ({ data, when }: Pick<Props, 'data'> & { when: 'now' | 'later' }) => (
  <>
    <input type="hidden" name="form_key" value={`${data.form_key}-${when}`} />
    <input type="hidden" name="version" value={data.version} />
    <input type="hidden" name="when" value={when} />
  </>
)

function Send({ data, shell }: Props) {
  const value = (name: string) => sentValue(shell, 'send_mailing', name, ['when', 'later'])
  return (
    <>
      <OfficeForm call="test_mailing" shell={shell} className="office-stack">
        <About data={data} shell={shell} />
        <input type="hidden" name="form_key" value={data.form_key} />
        <p>{fill(t['test.lead'], { email: shell.me?.email ?? '' })}</p>
        <Button type="submit" variant="secondary">
          {t.test}
        </Button>
      </OfficeForm>
      <section className="office-stack" aria-labelledby="send">
        <h2 id="send">{t['send.title']}</h2>
        <p>{t['send.lead']}</p>
        <ProveFirst shell={shell} />
        <OfficeForm call="send_mailing" shell={shell} only={['when', 'now']} className="office-stack">
          <About data={data} shell={shell} />
          <Version data={data} when="now" />
          <Button type="submit">{t['send.now']}</Button>
        </OfficeForm>
        <OfficeForm call="send_mailing" shell={shell} only={['when', 'later']} className="office-stack">
          <About data={data} shell={shell} />
          <Version data={data} when="later" />
          <div className="office-filter">
            <TextField label={t['send.day']} name="day" type="date" defaultValue={value('day')} />
            <TextField
              label={t['send.time']}
              hint={t['send.time.hint']}
              name="time"
              type="time"
              defaultValue={value('time')}
            />
          </div>
          <Button type="submit" variant="secondary">
            {t['send.later']}
          </Button>
        </OfficeForm>
      </section>
    </>
  )
}

function Progress({ data, shell }: Props) {
  const { state, people, sent, refused, left_out, unsubscribed } = data
  const numbers: [string, number][] = [
    [t.people, people],
    [t.sent, sent],
    [t.refused, refused],
    [t.left_out, left_out],
    ...(data.kind === 'news' ? [[t.unsubscribed, unsubscribed] as [string, number]] : []),
  ]
  return (
    <section className="office-stack" aria-labelledby="state">
      <h2 id="state">{t['state.title']}</h2>
      <dl className="office-numbers">
        {numbers.map(([label, n]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{n}</dd>
          </div>
        ))}
      </dl>
      {left_out > 0 && <p className="office-quiet">{t['left_out.why']}</p>}
      {(state === 'sending' || state === 'waiting') && (
        <OfficeForm call="stop_mailing" shell={shell} className="office-stack">
          <About data={data} shell={shell} />
          {state === 'sending' && <p>{t['stop.lead']}</p>}
          <div className="office-row">
            <Button type="submit" variant="secondary">
              {state === 'waiting' ? t['stop.waiting'] : t.stop}
            </Button>
            <a href={shell.page_path}>{t.refresh}</a>
          </div>
        </OfficeForm>
      )}
      {state === 'stopped' && (
        <>
          <ProveFirst shell={shell} />
          <OfficeForm call="resume_mailing" shell={shell} className="office-stack">
            <About data={data} shell={shell} />
            <p>{t['resume.lead']}</p>
            <Button type="submit">{t.resume}</Button>
          </OfficeForm>
        </>
      )}
    </section>
  )
}

export const pages: Pick<OfficePages, 'mailings' | 'mailing'> = {
  mailings: { title: () => t.title, Body: MailingsPage },
  mailing: { title: () => t['one.title'], Body: MailingPage },
}
