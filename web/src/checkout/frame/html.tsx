/** HTML written by an organiser and sanitised by the server. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through only what is harmless
  return <div className={className ?? 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
}
