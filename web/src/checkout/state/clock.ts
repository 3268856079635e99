/**
 * The server's clock in the browser: milliseconds since 1970 that agree with `sentAt`, the server's own time when it drew
 * the page, at the moment that answer began to arrive. A wrong clock on the buyer's device does not change a countdown.
 */
export function pageClock(sentAt: number): () => number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const arrived = performance.timeOrigin + (document?.responseStart ?? performance.now())
  const offset = sentAt - arrived
  return () => Date.now() + offset
}
