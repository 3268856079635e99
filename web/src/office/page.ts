import type { OfficePageData, OfficeScreenName, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'

/** One page of the office, the same on the server and in the browser. */
export type OfficePage<P extends OfficeScreenName> = {
  /** The title of the browser tab, without the office's name. */
  title: (data: OfficePageData[P]) => string
  Body: (props: { data: OfficePageData[P]; shell: OfficeShell }) => ReactNode
}

export type OfficePages = { [P in OfficeScreenName]: OfficePage<P> }

/** The data that the server embeds in the document as `<script type="application/json" id="page">`. */
export type Sent<P extends OfficeScreenName = OfficeScreenName> = P extends OfficeScreenName
  ? { page: P; data: OfficePageData[P]; shell: OfficeShell }
  : never
