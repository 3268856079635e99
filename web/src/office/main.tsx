import './office.css'
import './office-pictures.css'
import type { OfficePageData, OfficeShell, OfficeShown } from '@foyer/contract/office/pages.ts'
import { hydrateRoot } from 'react-dom/client'
import { OfficePage, UNSCRIPTED } from './page.tsx'
import { unsend } from './page-form.tsx'

type Sent = { page: OfficeShown; data: OfficePageData[OfficeShown]; shell: OfficeShell }

const { page, data, shell }: Sent = JSON.parse(document.getElementById('page')!.textContent!)
if (shell.resume !== null) unsend()
// A form that waited for its sender is shown at the address where it was signed in.
if (shell.failed?.code === 'resumed') history.replaceState(null, '', shell.here)
if (!UNSCRIPTED.includes(page))
  hydrateRoot(document.getElementById('root')!, <OfficePage page={page} data={data} shell={shell} />)
