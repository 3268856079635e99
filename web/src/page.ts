import type { PageData, PageName, Shell } from '@foyer/contract/pages.ts'
import type { ComponentType } from 'react'

/** The layout around a page: the shop's header and footer, the checkout's plain frame, or nothing that leads away. */
export type FrameName = 'shop' | 'checkout' | 'bare'

/** One page of the shop, the same on the server and in the browser. */
export type Page<P extends PageName> = {
  /** The title of the browser tab, without " - Foyer". */
  title: (data: PageData[P]) => string
  frame: FrameName
  Body: ComponentType<{ data: PageData[P]; shell: Shell }>
  /** Loads in the browser what only some pages of its kind have, before the page is hydrated. */
  load?: (data: PageData[P]) => Promise<unknown> | false
}

/** The data that the server embeds in the document as `<script type="application/json" id="page">`. */
export type Sent<P extends PageName = PageName> = P extends PageName
  ? { page: P; data: PageData[P]; shell: Shell }
  : never
