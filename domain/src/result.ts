/** An expected failure is a value that says which it is; what is thrown is a bug or an outage. */
export type Ok<T = unknown> = { ok: true } & T
export type Fail<Code extends string = string> = { ok: false; code: Code; facts?: Record<string, string | number> }

export const fail = <Code extends string>(code: Code, facts?: Fail['facts']): Fail<Code> =>
  facts ? { ok: false, code, facts } : { ok: false, code }

/** Ends a switch over a union: a case that was forgotten does not compile. */
export function impossible(value: never): never {
  throw new Error(`not a case: ${JSON.stringify(value)}`)
}
