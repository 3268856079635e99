/** HTML written by an organiser, which the server sanitised before it stored it. */
export function Html({ html, className = 'prose' }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, which alone decides what is harmless
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
