import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Most of what brotli gains at a tenth of its time: a document is compressed for each buyer. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** A document as small as this browser can take it; its headers say so. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<Buffer | string> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) {
    reply.header('content-encoding', 'br')
    return brotli(text, { params: QUALITY })
  }
  if (/\bgzip\b/.test(accepted)) {
    reply.header('content-encoding', 'gzip')
    return zip(text)
  }
  return text
}
