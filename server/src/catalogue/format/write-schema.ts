import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogueJsonSchema } from './format.ts'

export const SCHEMA_FILE = fileURLToPath(new URL('../catalogue.schema.json', import.meta.url))

/** The text of the schema published by `npm run catalogue:schema`. */
export const schemaText = (): string => `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SCHEMA_FILE, schemaText())
