import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { PASSKIT } from './apple-pass.ts'
import { drawPass } from './draw-pass.ts'
import { isPassToken, type Pass, passBySerial, passTicket } from './passes.ts'

const Device = z.string().regex(/^[\w-]{1,100}$/)
const Serial = z.string().regex(/^[0-9a-f]{32}$/)
const PushToken = z.object({ pushToken: z.string().regex(/^[0-9a-fA-F]{16,200}$/) })

/** The version of a pass in PassKit's requests: whole seconds. */
const versionOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/**
 * PassKit's web service: a phone registers for a pass, asks which passes have changed, and fetches the newest version. A
 * request about a pass needs that pass's token.
 */
export function passkitRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock } = deps
  const { applePass } = config
  if (applePass === null) return

  /** The pass that a request names and proves; null otherwise. */
  const proved = async (request: FastifyRequest): Promise<Pass | null> => {
    const { type, serial } = request.params as { type: string; serial: string }
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'ApplePass' || type !== applePass.typeId || !Serial.safeParse(serial).success) return null
    // guard: pass-token
    if (!isPassToken(config, serial, token)) return null
    return passBySerial(db, serial)
  }
  const data = { config: { data: true } }
  const registration = `${PASSKIT}/v1/devices/:device/registrations/:type/:serial`

  app.post(registration, data, async (request, reply) => {
    const pass = await proved(request)
    if (pass === null) return reply.code(401).send()
    const device = Device.safeParse((request.params as { device: string }).device)
    const body = PushToken.safeParse(request.body)
    if (!device.success || !body.success) return reply.code(400).send()
    const row = { device: device.data, serial: pass.serial, push_token: body.data.pushToken.toLowerCase() }
    const updated = await db
      .updateTable('pass_devices')
      .set({ push_token: row.push_token })
      .where('device', '=', row.device)
      .where('serial', '=', row.serial)
      .executeTakeFirst()
    if (updated.numUpdatedRows > 0n) return reply.code(200).send()
    await db
      .insertInto('pass_devices')
      .values({ ...row, registered_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['device', 'serial']).doNothing())
      .execute()
    return reply.code(201).send()
  })

  app.delete(registration, data, async (request, reply) => {
    const pass = await proved(request)
    if (pass === null) return reply.code(401).send()
    await db
      .deleteFrom('pass_devices')
      // guard: own-device
      .where('device', '=', (request.params as { device: string }).device)
      .where('serial', '=', pass.serial)
      .execute()
    return reply.code(200).send()
  })

  // Apple sends no token here. The device id, which only the phone has, is the proof.
  app.get(`${PASSKIT}/v1/devices/:device/registrations/:type`, data, async (request, reply) => {
    const { device, type } = request.params as { device: string; type: string }
    if (type !== applePass.typeId || !Device.safeParse(device).success) return reply.code(204).send()
    const { passesUpdatedSince } = z
      .object({ passesUpdatedSince: z.coerce.number().int().min(0).max(1e11).catch(0) })
      .parse(request.query)
    const rows = await db
      .selectFrom('pass_devices as device')
      .innerJoin('ticket_passes as pass', 'pass.serial', 'device.serial')
      .select(['pass.serial', 'pass.changed_at'])
      .where('device.device', '=', device)
      .where('pass.changed_at', '>=', new Date((passesUpdatedSince + 1) * 1000))
      .orderBy('pass.serial')
      .limit(1000)
      .execute()
    if (rows.length === 0) return reply.code(204).send()
    return reply.send({
      serialNumbers: rows.map(({ serial }) => serial),
      lastUpdated: String(Math.max(...rows.map(({ changed_at }) => versionOf(changed_at)))),
    })
  })

  app.get(`${PASSKIT}/v1/passes/:type/:serial`, data, async (request, reply) => {
    const pass = await proved(request)
    if (pass === null) return reply.code(401).send()
    const since = Date.parse(request.headers['if-modified-since'] ?? '')
    if (versionOf(pass.changed_at) * 1000 <= since) return reply.code(304).send()
    const found = await passTicket(deps, pass)
    if (found === null) return reply.code(401).send()
    return reply
      .type('application/vnd.apple.pkpass')
      .header('last-modified', new Date(versionOf(pass.changed_at) * 1000).toUTCString())
      .send(await drawPass(deps, applePass, pass, found))
  })

  // Errors that phones report. They may name passes, so they are only counted.
  app.post(`${PASSKIT}/v1/log`, data, async (request, reply) => {
    const { success, data: said } = z.object({ logs: z.array(z.string()).max(100) }).safeParse(request.body)
    if (success) request.log.info({ lines: said.logs.length }, 'a phone reports problems with a pass')
    return reply.code(200).send()
  })
}
