import type { OfficePageData, OfficeShown, RenderOffice } from '@foyer/contract/office/pages.ts'
import { renderToString } from 'react-dom/server'
import { OfficePage, titleOf } from './page.tsx'

type Chunk = { file: string; imports?: string[] }

export const render: RenderOffice = <P extends OfficeShown>(
  page: P,
  data: OfficePageData[P],
  shell: Parameters<RenderOffice>[2],
) => ({
  title: titleOf(page, data),
  html: renderToString(<OfficePage page={page} data={data} shell={shell} />),
})

/** The same files for every page of the office. */
export function assets(manifest: Record<string, Chunk>) {
  const entry = manifest['src/office/main.tsx']
  const address = (chunk: Chunk | undefined) => `/${chunk?.file ?? ''}`
  return {
    script: address(entry),
    styles: [address(manifest['style.css'])],
    preloads: (entry?.imports ?? []).map((name) => address(manifest[name])),
  }
}
