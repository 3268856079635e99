import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isFailure, type OfficeAnswer } from './handle.ts'

/** Sends a reply that is a file as a download; returns null for any other reply. Chunks are read from the database as they are sent. */
export function sendFile(answer: OfficeAnswer, reply: FastifyReply): FastifyReply | null {
  if (isFailure(answer) || typeof answer.reply.filename !== 'string') return null
  const { base64, text } = answer.reply
  return reply
    .type(String(answer.reply.content_type))
    .header('content-disposition', `attachment; filename="${answer.reply.filename}"`)
    .send(
      answer.chunks
        ? Readable.from(answer.chunks(), { objectMode: false })
        : typeof base64 === 'string'
          ? Buffer.from(base64, 'base64')
          : text,
    )
}
