import './office.css'
import './office-pictures.css'
import type { OfficePageData, OfficeShell, OfficeShown } from '@foyer/contract/office/pages.ts'
import { hydrateRoot } from 'react-dom/client'
import { OfficePage } from './page.tsx'

type Sent = { page: OfficeShown; data: OfficePageData[OfficeShown]; shell: OfficeShell }

const { page, data, shell }: Sent = JSON.parse(document.getElementById('page')!.textContent!)
hydrateRoot(document.getElementById('root')!, <OfficePage page={page} data={data} shell={shell} />)
