/** The path of a page with an answer for it to show: an entry of the log, or the name of a fixed sentence. */
export const withAnswer = (path: string, done: unknown): string =>
  typeof done === 'string' ? `${path}${path.includes('?') ? '&' : '?'}done=${done}` : path

/** The same path without an answer, so that forms, links and a reload of the page don't repeat it. */
export const withoutAnswer = (path: string): string => path.replace(/([?&])done=\w*&?/, '$1').replace(/[?&]$/, '')
