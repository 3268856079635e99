import type { PageData, PageName, Shell } from '@foyer/contract/pages.ts'
import type { ComponentType } from 'react'

/** What surrounds a page: the shop's header and footer, or the quiet frame of the checkout. */
export type FrameName = 'shop' | 'checkout'

/** One page of the shop, the same on the server and in the browser. */
export type Page<P extends PageName> = {
  /** the words before " - Foyer" in the browser's tab */
  title: (data: PageData[P]) => string
  frame: FrameName
  Body: ComponentType<{ data: PageData[P]; shell: Shell }>
}

/** What the server writes into the document as `<script type="application/json" id="page">`. */
export type Sent<P extends PageName = PageName> = P extends PageName
  ? { page: P; data: PageData[P]; shell: Shell }
  : never
