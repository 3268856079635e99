import multipart from '@fastify/multipart'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** One file and a few short fields: more is not a form of ours. */
const MAX = {
  files: 1,
  fileSize: LIMITS.pictureBytes,
  fields: 20,
  fieldSize: 20_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 20,
}

/** Routes that take forms with a file. All others refuse them by their type. */
export async function takingFiles(app: FastifyInstance, routes: (within: FastifyInstance) => void): Promise<void> {
  await app.register(async (within) => {
    await within.register(multipart, { limits: MAX, throwFileSizeLimit: false })
    routes(within)
  })
}

export type SentForm = { form: Record<string, unknown>; isTooLarge: boolean }

/** The fields of a form as its call takes them, with its file in base64. */
export async function formOf(request: FastifyRequest): Promise<SentForm> {
  if (!request.isMultipart?.()) return { form: (request.body ?? {}) as Record<string, unknown>, isTooLarge: false }
  const form: Record<string, unknown> = {}
  let isTooLarge = false
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      form[part.fieldname] = part.value
      continue
    }
    // The name and the type that the browser gives are not looked at.
    const parts: Buffer[] = []
    for await (const bytes of part.file) parts.push(bytes as Buffer)
    isTooLarge ||= part.file.truncated
    form[part.fieldname] = Buffer.concat(parts).toString('base64')
  }
  return { form, isTooLarge }
}
