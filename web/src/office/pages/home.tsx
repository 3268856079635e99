import { fill } from '@foyer/contract/fill.ts'
import { home as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData } from '@foyer/contract/office/pages.ts'

export function HomePage({ data }: { data: OfficePageData['home'] }) {
  const { organiser, organiser_url, dates } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>
        <a href={organiser_url}>{fill(t.page, { organiser })}</a>
      </p>
      {dates.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{fill(t.caption, { organiser })}</caption>
          <thead>
            <tr>
              <th scope="col">{t.event}</th>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.sold}</th>
              <th scope="col">{t.held}</th>
              <th scope="col">{t.left}</th>
            </tr>
          </thead>
          <tbody>
            {dates.map(({ event_id, title, url, nice_date, sold, held, capacity, left }) => (
              <tr key={`${event_id} ${nice_date}`}>
                <th scope="row">
                  <a href={url}>{title}</a>
                </th>
                <td data-label={t.when}>{nice_date}</td>
                <td data-label={t.sold}>{fill(t.of, { sold, capacity })}</td>
                <td data-label={t.held}>{held}</td>
                <td data-label={t.left}>{left}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
