import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { PictureTaker } from './shot.ts'

/**
 * Saves the PDF files that a page links to, and a picture of each of their pages where `pdftoppm` (poppler-utils) is installed:
 * Chromium can't take pictures of its PDF viewer.
 */
export async function savePapers(page: Page, picture: PictureTaker, name: string): Promise<void> {
  const links = await page
    .locator('a[href*=".pdf"]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  for (const [n, link] of [...new Set(links)].entries()) {
    const file = picture.file(`${name} ${n + 1}`)
    // By the page itself, in the language of its browser.
    const bytes = await page.evaluate(
      async (link) => [...new Uint8Array(await (await fetch(link)).arrayBuffer())],
      link,
    )
    writeFileSync(`${file}.pdf`, Buffer.from(bytes))
    spawnSync('pdftoppm', ['-png', '-r', '96', `${file}.pdf`, file], { stdio: 'ignore' })
  }
}
