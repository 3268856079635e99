import { office } from '@foyer/contract/office/messages.ts'
import {
  type OfficePageData,
  type OfficeScreenName,
  officePage,
  type RenderOffice,
} from '@foyer/contract/office/pages.ts'
import { renderToString } from 'react-dom/server'
import { OfficeFrame } from './frame.tsx'
import type { OfficePages } from './page.ts'
import { PAGE_MODULES } from './pages.ts'

type Chunk = { file: string; imports?: string[] }

const NAMES = Object.keys(PAGE_MODULES) as OfficeScreenName[]
const loaded = async <P extends OfficeScreenName>(page: P) => (await PAGE_MODULES[page][1]()).pages[page]
const PAGES = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await loaded(name)] as const)),
) as OfficePages

export const render: RenderOffice = <P extends OfficeScreenName>(
  page: P,
  data: OfficePageData[P],
  shell: Parameters<RenderOffice>[2],
) => {
  const { title, Body } = PAGES[page]
  return {
    title: `${title(data)} - ${office.brand}`,
    html: renderToString(
      <OfficeFrame shell={shell} page={page}>
        <Body data={data} shell={shell} />
      </OfficeFrame>,
    ),
  }
}

/** The files that a page's document links to. A plain page preloads no script of its own. */
export function assets(manifest: Record<string, Chunk>, page: OfficeScreenName) {
  const chunks = new Set<Chunk>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is missing in the build of the office`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const next of chunk.imports ?? []) collect(next)
  }
  collect('src/office/main.tsx')
  const [entry] = chunks
  if (!officePage(page)?.isPlain) collect(`src/office/pages/${PAGE_MODULES[page][0]}.tsx`)
  const address = (file: string) => `/${file}`
  return {
    script: address(entry!.file),
    styles: [address(manifest['style.css']!.file)],
    preloads: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => address(file)),
  }
}
