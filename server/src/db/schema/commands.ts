import { type Kysely, sql } from 'kysely'

/** The parts of SQL in which a semicolon doesn't end a command: strings, names, comments and bodies of functions. */
const PART = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"\-/$;]+|[\s\S]/g

const COMMENT = /^(?:--|\/\*)/

/** The commands of a text of SQL, without the semicolons. */
export function commandsOf(text: string): string[] {
  const commands: string[] = []
  let command = ''
  let isEmpty = true
  for (const [part] of `${text};`.matchAll(PART)) {
    if (part !== ';') {
      command += part
      isEmpty &&= part.trim() === '' || COMMENT.test(part)
      continue
    }
    if (!isEmpty) commands.push(command.trim())
    command = ''
    isEmpty = true
  }
  return commands
}

/** Runs the commands of a text one at a time, because Citus takes only one in a text. */
export async function runCommands(db: Kysely<unknown>, text: string): Promise<void> {
  for (const command of commandsOf(text)) await sql.raw(command).execute(db)
}
