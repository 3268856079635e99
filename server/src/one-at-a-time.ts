/**
 * Returns a function that runs one piece of work after another: each begins when the one before has ended, whether it succeeded or
 * not. Between two, the process may do other work.
 */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => null).then(() => new Promise(setImmediate))
    return result
  }
}
