import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './ticket-card.module.css'

export type TicketFact = { label: ReactNode; value: ReactNode }

type Props = {
  title: ReactNode
  /** "Fri 1 Oct, 7:00pm" */
  date?: string
  dateTime?: string
  posterSrc?: string
  /** holder, type, seat, place */
  facts: readonly TicketFact[]
  /** a Tag: "Used", "Transferred" */
  status?: ReactNode
  /** the rendered code, on a white background in both themes */
  code?: ReactNode
  /** the same code as text, below it */
  codeText?: string
  /** buttons and terms under the code */
  children?: ReactNode
  heading?: 'h2' | 'h3'
  className?: string
}

/** A ticket: the event above the perforation, the code below it. */
export function TicketCard({
  title,
  date,
  dateTime,
  posterSrc,
  facts,
  status,
  code,
  codeText,
  children,
  heading: Heading = 'h2',
  className,
}: Props) {
  const hasStub = Boolean(code || children)
  return (
    <article className={cx(css.ticket, hasStub && css.torn, className)}>
      <div className={css.main}>
        {posterSrc && <img className={css.poster} src={posterSrc} alt="" width={400} height={100} decoding="async" />}
        <div className={css.words}>
          <div className={css.top}>
            {date && (
              <time className={css.date} dateTime={dateTime}>
                {date}
              </time>
            )}
            {status}
          </div>
          <Heading className={css.title}>
            <bdi>{title}</bdi>
          </Heading>
          <dl className={css.facts}>
            {facts.map(({ label, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a ticket keep their order
              <div key={index} className={css.fact}>
                <dt className={css.label}>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {hasStub && (
        <div className={css.stub}>
          {code && (
            <div className={css.plate}>
              <div className={css.code}>{code}</div>
              {codeText && <p className={css.codeText}>{codeText}</p>}
            </div>
          )}
          {children}
        </div>
      )}
    </article>
  )
}
