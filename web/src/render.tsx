import type { PageData, PageName, RenderPage, Shell } from '@foyer/contract/pages.ts'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import type { Page } from './page.ts'
import { PAGE_MODULES } from './pages/pages.tsx'
import { tabTitle } from './title.ts'

export { offlineAssets, pageAssets } from './assets.ts'
export { isDark } from './shell/theme.ts'

type Loaded = { [P in PageName]: Page<P> }

const entries = Object.entries(PAGE_MODULES) as [PageName, () => Promise<{ page: unknown }>][]
const PAGES = Object.fromEntries(
  await Promise.all(entries.map(async ([name, load]) => [name, (await load()).page])),
) as Loaded

/** Renders a page to the HTML of `<div id="root">`, and returns its title. */
export const render: RenderPage = <P extends PageName>(name: P, data: PageData[P], shell: Shell) => {
  const page = PAGES[name]
  return {
    title: tabTitle(page.title(data), shell.shop.name),
    html: renderToString(<App page={page} data={data} shell={shell} />),
  }
}
