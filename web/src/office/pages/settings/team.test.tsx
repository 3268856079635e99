import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { render } from '../../../testing/render.tsx'
import { TeamPage } from './team.tsx'

const shell = {
  page_path: '/office/team/',
  organiser_id: 1,
  failed: null,
  resume: null,
  organisers: [],
  me: { has_proof: true },
  may: { change_team: true },
} as unknown as OfficeShell
const data = {
  people: [
    {
      staff_id: 1,
      name: 'Olive',
      email: 'olive@example.org',
      role: 'owner',
      event_ids: [],
      is_you: false,
      nice_last_seen: '',
      passkeys: 0,
    },
  ],
  invitations: [],
  events: [{ id: 7, title: 'Gala' }],
  refund_limit: '0.00',
} as unknown as OfficePageData['team']

it('the list of an owner’s events is open without JavaScript, and closed with it until another role is chosen', () => {
  const without = document.createElement('div')
  without.innerHTML = renderToString(<TeamPage data={data} shell={shell} />)
  const disabled = (box: ParentNode) =>
    [...box.querySelectorAll<HTMLFieldSetElement>('fieldset')].map((list) => list.disabled)
  expect(disabled(without)).toEqual([false, false])
  expect(disabled(render(<TeamPage data={data} shell={shell} />).box)).toEqual([true, false])
})
