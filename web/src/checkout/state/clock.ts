/**
 * The server's clock in the browser: milliseconds since 1970 that agree with `sentAt`, the server's time when it rendered
 * the page, at the moment the response began to arrive. A wrong clock on the buyer's device does not change a countdown.
 */
export function pageClock(sentAt: number): () => number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const arrived = performance.timeOrigin + (document?.responseStart ?? performance.now())
  const offset = sentAt - arrived
  return () => Date.now() + offset
}
