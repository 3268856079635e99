import { cx } from '../ui/cx.ts'

/** An organiser's text, sanitised by the server before it was stored. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, which alone decides what is harmless
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
