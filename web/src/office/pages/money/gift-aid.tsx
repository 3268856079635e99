import { fill } from '@foyer/contract/fill.ts'
import { giftAid as t } from '@foyer/contract/office/gift-aid/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['gift_aid']; shell: OfficeShell }

const donationsPath = ({ organiser_id }: OfficeShell) => `${pathIn('settings', organiser_id)}&section=donations`

const LACKS = {
  name: t['lacks.name'],
  letters: t['lacks.letters'],
  address: t['lacks.address'],
  postcode: t['lacks.postcode'],
  statements: t['lacks.statements'],
}

/** Donations with Gift Aid: ready, incomplete, claimed. */
export function GiftAidPage({ data, shell }: Props) {
  const { charities, ready, incomplete, claims } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {charities.length === 0 && (
        <>
          <p>{t.none}</p>
          {shell.may.settings && (
            <p>
              <ButtonLink href={donationsPath(shell)}>{t.setUp}</ButtonLink>
            </p>
          )}
        </>
      )}
      {(charities.some((charity) => charity.ready.n > 0) || claims.length > 0) && <ProveFirst shell={shell} />}
      {charities.map((charity) => (
        <Charity key={charity.charity_id} charity={charity} data={data} shell={shell} />
      ))}
      {ready.length > 0 && <Ready data={data} shell={shell} />}
      {incomplete.length > 0 && <Incomplete data={data} shell={shell} />}
      {(charities.length > 0 || claims.length > 0) && <Claims data={data} shell={shell} />}
    </>
  )
}

function Charity({ charity, data, shell }: Props & { charity: Props['data']['charities'][number] }) {
  const heap = ({ n, total }: { n: number; total: string }) => fill(t['heap.donations'], { n, total })
  return (
    <section className="office-stack" aria-labelledby={`charity-${charity.charity_id}`}>
      <h2 id={`charity-${charity.charity_id}`}>{charity.name}</h2>
      <p>
        {charity.hmrc_reference !== '' ? (
          fill(t.reference, { reference: charity.hmrc_reference })
        ) : (
          <>
            {t.noReference} {shell.may.settings && <a href={donationsPath(shell)}>{t.addReference}</a>}
          </>
        )}
      </p>
      <dl className="office-numbers">
        <div>
          <dt>{t.ready}</dt>
          <dd>
            {charity.ready.worth}
            <span className="office-quiet">{heap(charity.ready)}</span>
          </dd>
        </div>
        <div>
          <dt>{t.incomplete}</dt>
          <dd>
            {charity.incomplete.n}
            <span className="office-quiet">{heap(charity.incomplete)}</span>
          </dd>
        </div>
        {charity.waiting.n > 0 && (
          <div>
            <dt>{t.waiting}</dt>
            <dd>
              {charity.waiting.n}
              <span className="office-quiet">{heap(charity.waiting)}</span>
            </dd>
          </div>
        )}
        {charity.deduct && (
          <div>
            <dt>{t.deduct}</dt>
            <dd>{charity.deduct}</dd>
          </div>
        )}
      </dl>
      {charity.ready.n > 0 && (
        <OfficeForm
          call="claim_gift_aid"
          shell={shell}
          only={['charity_id', charity.charity_id]}
          className="office-stack"
        >
          <OrganiserId shell={shell} />
          <input type="hidden" name="charity_id" value={charity.charity_id} />
          <input type="hidden" name="form_key" value={`${data.form_key}-${charity.charity_id}`} />
          <p>{fill(t['claim.lead'], { n: charity.ready.files })}</p>
          <Button type="submit">{t.claim}</Button>
        </OfficeForm>
      )}
    </section>
  )
}

function Ready({ data: { ready, charities }, shell }: Props) {
  const more = charities.reduce((n, charity) => n + charity.ready.n, 0) - ready.length
  return (
    <details className="office-fold">
      <summary>{t['readyList.title']}</summary>
      <p>{t['readyList.lead']}</p>
      <table className="office-table">
        <caption className="visually-hidden">{t['readyList.title']}</caption>
        <thead>
          <tr>
            <th scope="col">{t.donor}</th>
            <th scope="col">{t.house}</th>
            <th scope="col">{t.order}</th>
            <th scope="col">{t.date}</th>
            <th scope="col">{t.amount}</th>
          </tr>
        </thead>
        <tbody>
          {ready.map(({ order_id, number, donor, house, uk_date, amount }) => (
            <tr key={order_id}>
              <th scope="row">{donor}</th>
              <td data-label={t.house}>{house}</td>
              <td data-label={t.order}>
                <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a>
              </td>
              <td data-label={t.date}>{uk_date}</td>
              <td data-label={t.amount}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>{fill(t['readyList.more'], { n: more })}</p>}
    </details>
  )
}

function Incomplete({ data: { incomplete, charities, to_ask }, shell }: Props) {
  const more = charities.reduce((n, charity) => n + charity.incomplete.n, 0) - incomplete.length
  return (
    <section className="office-stack" aria-labelledby="incomplete">
      <h2 id="incomplete">{t['incomplete.title']}</h2>
      <p>{t['incomplete.lead']}</p>
      {to_ask === 0 ? (
        <p>{t['ask.none']}</p>
      ) : (
        <OfficeForm call="ask_gift_aid" shell={shell}>
          <OrganiserId shell={shell} />
          <Button type="submit" variant="secondary">
            {fill(t.ask, { n: to_ask })}
          </Button>
        </OfficeForm>
      )}
      <ul className="office-cards">
        {incomplete.map((donation) => (
          <li key={donation.order_id} className="office-card">
            <h3>{donation.donor || donation.number}</h3>
            <p>
              <a href={orderPathIn(shell.organiser_id, donation.order_id)}>{donation.number}</a> · {donation.amount} ·{' '}
              {donation.uk_date}
            </p>
            <p>
              {LACKS[donation.lacks]}
              {donation.nice_asked && (
                <span className="office-effect office-quiet">{fill(t.asked, { date: donation.nice_asked })}</span>
              )}
            </p>
            <Complete donation={donation} shell={shell} />
          </li>
        ))}
      </ul>
      {more > 0 && <p>{fill(t['incomplete.more'], { n: more })}</p>}
    </section>
  )
}

function Complete({ donation, shell }: { donation: Props['data']['incomplete'][number]; shell: OfficeShell }) {
  const isHere = shell.failed?.call === 'complete_gift_aid' && shell.failed.sent.order_id === String(donation.order_id)
  const value = (name: string, saved: string) => (isHere ? sentValue(shell, 'complete_gift_aid', name) : saved)
  return (
    <details open={isHere || undefined}>
      <summary>{t.complete}</summary>
      <OfficeForm
        call="complete_gift_aid"
        shell={shell}
        only={['order_id', donation.order_id]}
        className="office-stack"
      >
        <OrganiserId shell={shell} />
        <input type="hidden" name="order_id" value={donation.order_id} />
        <TextField label={t['complete.name']} name="donor_name" defaultValue={value('donor_name', donation.donor)} />
        <TextField label={t['complete.address']} name="address1" defaultValue={value('address1', donation.address1)} />
        <TextField
          label={t['complete.postcode']}
          name="postcode"
          defaultValue={value('postcode', donation.postcode)}
          short
        />
        <Checkbox
          label={t['complete.uk']}
          name="uk_based"
          value="1"
          defaultChecked={isHere ? sentValue(shell, 'complete_gift_aid', 'uk_based') === '1' : donation.uk_based}
        />
        {donation.lacks === 'statements' && (
          <Checkbox
            label={t['complete.confirmed']}
            name="confirmed"
            value="1"
            defaultChecked={value('confirmed', '') === '1'}
          />
        )}
        <Button type="submit" variant="secondary" small>
          {t['complete.save']}
        </Button>
      </OfficeForm>
    </details>
  )
}

function Claims({ data: { claims }, shell }: Props) {
  return (
    <section className="office-stack" aria-labelledby="claims">
      <h2 id="claims">{t['claims.title']}</h2>
      {claims.length === 0 ? (
        <p>{t['claims.none']}</p>
      ) : (
        <>
          <p>{t['evidence.lead']}</p>
          <table className="office-table">
            <caption className="visually-hidden">{t['claims.title']}</caption>
            <thead>
              <tr>
                <th scope="col">{t.made}</th>
                <th scope="col">{t.lines}</th>
                <th scope="col">{t.total}</th>
                <th scope="col">{t.tax}</th>
                <th scope="col">{t.box1}</th>
                <th scope="col">{t.box2}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {claims.map((claim) => (
                <tr key={claim.claim_id}>
                  <th scope="row">
                    {claim.nice_made}
                    <span className="office-effect office-quiet">
                      {claim.charity} {claim.who && fill(t.by, { name: claim.who })}
                    </span>
                    {claim.refunded_since && (
                      <span className="office-effect">{fill(t.since, { amount: claim.refunded_since })}</span>
                    )}
                  </th>
                  <td data-label={t.lines}>{claim.lines}</td>
                  <td data-label={t.total}>{claim.total}</td>
                  <td data-label={t.tax}>{claim.tax}</td>
                  <td data-label={t.box1}>{claim.box1}</td>
                  <td data-label={t.box2}>{claim.box2}</td>
                  <td>
                    <ClaimFile call="gift_aid_schedule" claim={claim} shell={shell} label={t.file} />
                    <ClaimFile call="gift_aid_evidence" claim={claim} shell={shell} label={t.evidence} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

type FileProps = {
  call: 'gift_aid_schedule' | 'gift_aid_evidence'
  claim: { claim_id: number; nice_made: string }
  shell: OfficeShell
  label: string
}

const ClaimFile = ({ call, claim: { claim_id }, shell, label }: FileProps) => (
  <PlainForm call={call} shell={shell} sends={{ claim_id }}>
    <Button type="submit" variant="quiet" small>
      {label}
    </Button>
  </PlainForm>
)

export const pages: Pick<OfficePages, 'gift_aid'> = {
  gift_aid: { title: () => t.title, Body: GiftAidPage },
}
