import { fill } from '@foyer/contract/fill.ts'
import { readerPage as t } from '@foyer/contract/office/counter/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { useEffect } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { callOffice } from '../../call.ts'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { counterSalePathIn, pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['reader']; shell: OfficeShell }

/** How often the page checks whether the card was read. */
const POLL_MS = 2000

/** A payment at a card reader. With JavaScript the page checks its status by itself; without, people follow a link. */
export function ReaderPage({ data, shell }: Props) {
  const { state, reason, sale_id, form_key, reader, total } = data
  const isWaiting = state === 'waiting'
  useEffect(() => {
    if (state === 'paid') return location.assign(counterSalePathIn(shell.organiser_id, sale_id))
    if (!isWaiting) return
    const timer = setInterval(async () => {
      const about = new URLSearchParams({ organiser_id: String(shell.organiser_id), sale_id: String(sale_id) })
      const now = await callOffice('office_reader', about)
      if (now.ok && now.reply.state !== 'waiting') location.reload()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [state, isWaiting, sale_id, shell.organiser_id])
  const act = (call: 'retry_reader' | 'cancel_reader', label: string, isQuiet = false) => (
    <PlainForm call={call} shell={shell} sends={{ sale_id, form_key: `${form_key}-${call}` }}>
      <Button type="submit" variant={isQuiet ? 'secondary' : 'primary'}>
        {label}
      </Button>
    </PlainForm>
  )
  const isOpen = isWaiting || state === 'declined' || state === 'not_started'
  return (
    <>
      <h1>{t.title}</h1>
      {shell.failed && <Alert type="error">{shell.failed.error}</Alert>}
      <p className={isWaiting || state === 'paid' ? 'counter-total' : undefined} role="status">
        {fill(t[state], { total, reader, reason })}
      </p>
      <div className="office-row">
        {isWaiting && <a href={shell.page_path}>{t.check}</a>}
        {isOpen && !isWaiting && act('retry_reader', t.again)}
        {isOpen && act('cancel_reader', t.cancel, true)}
        {state === 'paid' && <a href={counterSalePathIn(shell.organiser_id, sale_id)}>{t.tickets}</a>}
        {!isOpen && <a href={pathIn('counter', shell.organiser_id)}>{t.next}</a>}
      </div>
    </>
  )
}

export const pages: Pick<OfficePages, 'reader'> = {
  reader: { title: () => t.title, Body: ReaderPage },
}
