/** Words an organiser wrote as HTML, sanitised by the server (promise 7). */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through only what is harmless
  return <div className={className ?? 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
}
