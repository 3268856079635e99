/** An expected failure is returned as a value with its code; a thrown error is a bug or an outage. */
export type Ok<T = unknown> = { ok: true } & T
export type Fail<Code extends string = string> = { ok: false; code: Code; values?: Record<string, string | number> }

export const fail = <Code extends string>(code: Code, values?: Fail['values']): Fail<Code> =>
  values ? { ok: false, code, values } : { ok: false, code }

/** Ends a switch over a union: a missing case does not compile. */
export function impossible(value: never): never {
  throw new Error(`not a case: ${JSON.stringify(value)}`)
}
