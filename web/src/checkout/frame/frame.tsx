import { fill } from '@foyer/contract/fill.ts'
import { common, shop, checkout as t } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { pathToPayment } from '@foyer/domain/checkout/steps.ts'
import { type ReactNode, useEffect } from 'react'
import { useTabTitle } from '../../title.ts'
import { BackLink } from '../../ui/actions/back-link.tsx'
import { StepProgress } from '../../ui/feedback/step-progress.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/forms/error-summary.tsx'
import { useFocusOnMount } from '../../ui/hooks/use-focus-on-mount.ts'
import { useCheckout, useCheckoutState, useSale, useStore } from '../state/context.tsx'
import css from './frame.module.css'
import { HoldEndsSoon } from './hold-ends-soon.tsx'

type Props = {
  /** shown in the h1 and in the browser's tab */
  title: string
  /** what is wrong with the step's form, after it was sent */
  problems?: readonly FieldProblem[]
  /** how often the form has been sent */
  attempt?: number
  /** the order summary, as this step shows it */
  summary?: ReactNode
  /** under the h1 */
  lead?: ReactNode
  children: ReactNode
}

/** The layout of every checkout step: the back link, the progress, the h1, and the order summary beside them. */
export function Frame({ title, problems = [], attempt, summary, lead, children }: Props) {
  return (
    <div className="page">
      <div className={summary ? css.layout : css.single}>
        {summary}
        <div className={css.main}>
          <StepPosition />
          <ErrorSummary title={common['error.title']} errors={problems} attempt={attempt} />
          <div className={css.head}>
            <StepTitle title={title} wrong={problems.length > 0} />
            {lead && <div className={css.lead}>{lead}</div>}
          </div>
          <HoldEndsSoon />
          {children}
        </div>
      </div>
    </div>
  )
}

/**
 * The h1 of a step. It receives the focus when the step follows another one, unless `focus` is false because another
 * element on the step receives it.
 */
export function StepTitle({ title, wrong = false, focus = true }: { title: string; wrong?: boolean; focus?: boolean }) {
  const { visit } = useCheckoutState()
  // The first page load does not move the focus.
  const followsStep = visit > 0
  const heading = useFocusOnMount<HTMLHeadingElement>(undefined, followsStep && focus)

  useEffect(() => {
    if (!followsStep) return
    window.scrollTo(0, 0)
    // At 400 % zoom the window ends above it.
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [followsStep, heading])

  const tabTitle = useTabTitle(title)
  useEffect(() => {
    document.title = wrong ? fill(common['error.prefix'], { title: tabTitle }) : tabTitle
  }, [tabTitle, wrong])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

/** "Step 2 of 4", counting only the steps of this sale, and a link back to the previous step. */
function StepPosition() {
  const store = useStore()
  const { step, moving } = useCheckoutState()
  const path = pathToPayment(useSale())
  const index = path.indexOf(step as (typeof path)[number])
  // The captcha isn't a step of the sale, but the buyer can return from it.
  const previous = step === 'captcha' ? 'basket' : path[index - 1]
  const count = { n: index + 1, m: path.length }
  if (!previous && (index < 0 || count.m === 1)) return null
  return (
    <div className={css.place}>
      {previous && (
        <BackLink disabled={moving} onClick={() => store.move(previous)}>
          {t['steps.back']}
        </BackLink>
      )}
      {index >= 0 && count.m > 1 && <StepProgress step={count.n} of={count.m} text={fill(t['steps.count'], count)} />}
    </div>
  )
}

/** Who sells what is in the basket, by law: a paragraph for each organiser. A file of its own would be another script. */
export const Sellers = ({ className }: { className: string | undefined }) =>
  useCheckout().organisers.map((organiser) => (
    <p key={organiser.id} className={className}>
      {organiser.sold_by}
      <OwnTerms {...organiser} />
    </p>
  ))

/** A link to the terms of an organiser that has its own, in a new tab, so that nothing typed is lost. */
export const OwnTerms = ({ name, terms_url }: Pick<Checkout['organisers'][number], 'name' | 'terms_url'>) =>
  terms_url && (
    <>
      {' · '}
      <a href={terms_url} target="_blank" rel="noopener">
        {fill(shop['organiser.terms'], { organiser: name })}
      </a>
    </>
  )
