import { useState } from 'react'
import { StepProgress } from '../../ui/feedback/step-progress.tsx'
import { Accordion } from '../../ui/layout/accordion.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Stepper } from '../../ui/layout/stepper.tsx'

export function Steps() {
  const [current, setCurrent] = useState('adult-1')
  return (
    <>
      <StepProgress step={2} of={5} text="Step 2 of 5" />
      <Stepper
        currentId={current}
        onSelect={setCurrent}
        labels={{ nav: 'Tickets', progress: (step, of) => `Step ${step} of ${of}`, complete: 'complete' }}
        steps={[
          { id: 'basket', label: 'Basket', note: 'Applies to all', visited: true, complete: true },
          { id: 'adult-1', label: 'Stalls, adult', note: 'Ticket 1 of 2', visited: true, complete: false },
          { id: 'adult-2', label: 'Stalls, adult', note: 'Ticket 2 of 2', visited: false, complete: false },
        ]}
      />
    </>
  )
}

export function MoreAndLess() {
  return (
    <>
      <div>
        <Accordion title="Stalls, adult" aside="1 of 3 to send" defaultOpen>
          <p>Who is each ticket for? Leave a line empty to keep it.</p>
        </Accordion>
        <Accordion title="Balcony, under 16" aside="0 of 1 to send">
          <p>Closed panels are hidden from everybody.</p>
        </Accordion>
      </div>
      <Disclosure title="Why am I seeing this?">
        <p>Some apps open pages in their own small browser, which cannot remember your basket.</p>
      </Disclosure>
    </>
  )
}
