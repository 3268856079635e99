import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Worker } from '../../jobs/jobs.ts'
import type { ApplePassConfig } from '../../vendor-settings.ts'

const DEADLINE_MS = 15_000
/** Apple's reasons for a token that no phone has any more. */
const GONE = /"reason"\s*:\s*"(?:BadDeviceToken|Unregistered|DeviceTokenNotForTopic)"/

type Reply = { status: number; body: string }

/** One connection for all pushes, as Apple requires; a new one when it has ended. */
function pusher() {
  let open: ClientHttp2Session | null = null
  const session = ({ pushUrl, certificate, key, keyPassphrase }: ApplePassConfig): ClientHttp2Session => {
    if (open !== null && !open.closed && !open.destroyed) return open
    const made = connect(pushUrl, { cert: certificate, key, ...(keyPassphrase && { passphrase: keyPassphrase }) })
    made.on('error', () => made.destroy())
    made.on('goaway', () => made.close())
    // Never keeps the process from ending.
    made.unref()
    open = made
    return made
  }
  return (settings: ApplePassConfig, token: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const connection = session(settings)
      connection.once('error', reject)
      const request = connection.request({
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
        'apns-topic': settings.typeId,
        'content-type': 'application/json',
      })
      let status = 0
      let body = ''
      request.setEncoding('utf8')
      request.setTimeout(DEADLINE_MS, () => {
        request.close(constants.NGHTTP2_CANCEL)
        reject(new Error('push service: timeout'))
      })
      request.on('response', (headers) => {
        status = Number(headers[':status'])
      })
      request.on('data', (chunk: string) => {
        body += chunk
      })
      request.on('error', reject)
      request.on('close', () => {
        connection.removeListener('error', reject)
        if (status === 0) reject(new Error('push service: closed'))
        else resolve({ status, body })
      })
      // A push for a pass has no content: the phone then requests what has changed.
      request.end('{}')
    })
}

/** Tells a phone that a pass of it has changed. A token that no phone has any more is forgotten. */
export function passPusher(): Worker<'push_pass'> {
  const push = pusher()
  return async ({ payload: { push_token: token } }, { db, config }) => {
    if (config.applePass === null) return
    const isThere = await db
      .selectFrom('pass_devices')
      .select('serial')
      .where('push_token', '=', token)
      .executeTakeFirst()
    if (isThere === undefined) return
    const { status, body } = await push(config.applePass, token)
    if (status === 200) return
    if (status === 410 || (status === 400 && GONE.test(body))) {
      await db.deleteFrom('pass_devices').where('push_token', '=', token).execute()
      return
    }
    throw new Error(`push service: ${status}`)
  }
}
