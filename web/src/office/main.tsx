import './styles/office.css'
import './styles/office-pictures.css'
import './shared-chunk.ts'
import { withoutAnswer } from '@foyer/contract/office/answer.ts'
import { type OfficeScreenName, officePage } from '@foyer/contract/office/pages.ts'
import { hydrateRoot } from 'react-dom/client'
import { settleSent } from './form/drafts.ts'
import { OfficeFrame } from './frame.tsx'
import type { OfficePage, Sent } from './page.ts'
import { PAGE_MODULES } from './pages.ts'
import { DONE_ID } from './sentence.tsx'

/** Hydrates the document that the server rendered, with the same page and data. */
async function start({ page: name, data, shell }: Sent) {
  settleSent(shell)
  switchAtOnce()
  searchByKeys(shell)
  showAnswer()
  // A form that waited for its sender to sign in is shown at the address of the sign-in page.
  if (shell.failed?.code === 'resumed') history.replaceState(null, '', shell.page_path)
  if (officePage(name)?.isPlain) return
  const { pages } = await PAGE_MODULES[name][1]()
  // The loader's type relates a page to its data only for a single name.
  const { Body } = (pages as Record<string, OfficePage<OfficeScreenName>>)[name]!
  hydrateRoot(
    document.getElementById('root')!,
    <OfficeFrame shell={shell} page={name}>
      <Body data={data as never} shell={shell} />
    </OfficeFrame>,
  )
}

/** Opens the chosen organiser without the button, which is shown only where scripts don't run. */
function switchAtOnce(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.office-switch'))
    form.addEventListener('change', () => form.requestSubmit())
}

/** Ctrl or ⌘ with K, and "/" outside of fields, open the palette, which is loaded then. */
function searchByKeys(shell: Sent['shell']): void {
  if (shell.me === null) return
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]') != null
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isSlash && !isK) return
    event.preventDefault()
    void import('./palette.tsx').then(({ openPalette }) => openPalette(shell))
  })
}

/** Has the answer to an act read aloud, and takes it out of the address. */
function showAnswer(): void {
  document.getElementById(DONE_ID)?.focus({ preventScroll: true })
  const here = `${location.pathname}${location.search}`
  if (withoutAnswer(here) !== here) history.replaceState(null, '', withoutAnswer(here))
}

const sent: Sent = JSON.parse(document.getElementById('page')!.textContent!)
void start(sent)
