/** What one part of a test waits for, and another sends. */
export function makeSignal() {
  let resolve = () => {}
  const sent = new Promise<void>((done) => {
    resolve = done
  })
  return { sent, send: () => resolve() }
}
