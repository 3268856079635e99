import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { z } from 'zod'
import type { AccountField } from '../providers/module.ts'

/** Returns what was entered for these fields, or a sentence about what is wrong with it. */
export type AskFields = (fields: readonly AccountField[]) => Promise<Readonly<Record<string, string>> | string>

/** `@FILE` is replaced by the contents of the file, for example a private key of several lines. */
const entered = (typed: string): string =>
  typed.startsWith('@') ? readFileSync(typed.slice(1), 'utf8').trim() : typed.trim()

/**
 * Asks for each field at a terminal, without showing secrets; otherwise reads one JSON object from the input. Never from the
 * arguments, which every user of the machine can see.
 */
export const askFields: AskFields = (fields) => (process.stdin.isTTY ? prompted(fields) : piped())

async function piped(): Promise<Readonly<Record<string, string>> | string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return fieldsIn(Buffer.concat(chunks).toString('utf8'))
}

export function fieldsIn(text: string): Readonly<Record<string, string>> | string {
  try {
    const fields = z.record(z.string(), z.string()).safeParse(JSON.parse(text))
    if (fields.success)
      return Object.fromEntries(Object.entries(fields.data).map(([name, value]) => [name, entered(value)]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'There is no such file.'
    // What was typed may be a secret, so the error does not repeat it.
  }
  return 'The input is one JSON object of texts, for example {"account_id": "acct_…"}.'
}

async function prompted(fields: readonly AccountField[]): Promise<Readonly<Record<string, string>> | string> {
  let hidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const answers: Record<string, string> = {}
    for (const { name, secret } of fields) {
      process.stdout.write(`${name}${secret ? ' (not shown; @FILE reads a file)' : ''}: `)
      hidden = secret === true
      answers[name] = entered(await terminal.question(''))
      hidden = false
      if (secret) process.stdout.write('\n')
    }
    return answers
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'There is no such file.'
    throw error
  } finally {
    terminal.close()
  }
}
