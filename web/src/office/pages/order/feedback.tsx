import { joined } from '@foyer/contract/fill.ts'
import { feedbackPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['feedback']; shell: OfficeShell }

/** What buyers wrote after their order. */
export function FeedbackPage({ data: { messages, next }, shell }: Props) {
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {messages.length === 0 && <p>{t.none}</p>}
      <ul className="office-cards">
        {messages.map(({ feedback_id, order_id, number, name, what, message, nice_at }) => (
          <li key={feedback_id} className="office-card">
            <p className="office-words">{message}</p>
            <p className="office-quiet">
              {joined([name, what, nice_at], ' · ')} · {t.order}{' '}
              <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a>
            </p>
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <a href={`${pathIn('feedback', shell.organiser_id)}&before=${next}`}>{t.older}</a>
        </p>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'feedback'> = {
  feedback: { title: () => t.title, Body: FeedbackPage },
}
