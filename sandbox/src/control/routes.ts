import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import type { ControlBody as Body, Refused } from '../kernel/stand-in.ts'
import { SWITCHES, type SwitchName, type SwitchState, switchKind } from '../kernel/switches.ts'
import { VENDORS, type Vendor } from '../kernel/vendors.ts'
import { STAND_INS } from '../stand-ins.ts'
import type { SandboxState } from '../state.ts'
import { controlPage } from './page.ts'

const isRefused = (value: object): value is Refused => 'refused' in value
const isVendor = (value: unknown): value is Vendor => VENDORS.includes(value as Vendor)

/** The control page, and the same actions as calls for tests. The real vendors have none of this. */
export function control(app: FastifyInstance, kernel: Kernel, state: SandboxState): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST' && request.url.startsWith('/control') && isCrossSite(request))
      await reply.code(403).send({ error: 'Pages of other sites may not turn these switches.' })
  })

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(controlPage(state)))
  app.get('/control', () => overview(state))

  const addAction = (path: string, run: (body: Body) => Promise<object> | object) =>
    app.post<{ Body: Body | undefined }>(path, async (request, reply) => {
      const result = await run(request.body ?? {})
      return answer(request, reply, result)
    })

  addAction('/control', (body) => {
    const change = readSwitch(body)
    if ('refused' in change) return change
    for (const each of change) state.switches.set(each)
    return { switches: state.switches.all() }
  })
  addAction('/control/reset', () => {
    state.switches.clear()
    return { switches: [] }
  })
  addAction('/control/tick', async () => {
    await state.tick()
    return { ticked: true }
  })
  addAction('/control/clock', async ({ at }) => {
    const moment = at === undefined || at === null ? null : Date.parse(String(at))
    if (Number.isNaN(moment))
      return { refused: 'at is a time in ISO format; without it, the clock is the real one again' }
    state.setClock(moment)
    await state.tick()
    return { at: at ?? null }
  })
  // An address that takes what a shop posts to programs of its organisers.
  app.post('/control/receiver', () => ({ received: true }))
  addAction('/control/webhooks', ({ vendor, url, secret, part }) => {
    if (!isVendor(vendor)) return { refused: `vendor is one of ${VENDORS.join(', ')}` }
    if (typeof url !== 'string' || !URL.canParse(url)) return { refused: 'url is an absolute address' }
    state.webhooks.setTarget(vendor, { url, secret: typeof secret === 'string' ? secret : '' }, partOf(part))
    return { vendor, url }
  })
  for (const name of new Set(VENDORS.flatMap((vendor) => Object.keys(STAND_INS[vendor].controls ?? {}))))
    addAction(`/control/${name}`, (body) => {
      for (const vendor of VENDORS) {
        const result = STAND_INS[vendor].controls?.[name]?.(state[vendor], body, kernel)
        if (result !== undefined) return result
      }
      return { refused: 'this is about none of the vendors' }
    })
}

const partOf = (part: unknown) => (typeof part === 'string' && part !== '' ? part : undefined)

/** Redirects a form of the page back to it, and sends JSON to a call. */
function answer(request: FastifyRequest, reply: FastifyReply, result: object) {
  if (isRefused(result)) return reply.code(400).send({ error: result.refused })
  const form = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return form ? reply.redirect('/', 303) : reply.send(result)
}

function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function readSwitch(body: Body): SwitchState[] | Refused {
  const name = body.switch as SwitchName
  if (typeof name !== 'string' || !(name in SWITCHES))
    return { refused: `switch is one of ${Object.keys(SWITCHES).join(', ')}` }
  const kind = switchKind(name)
  const vendors = body.vendor === 'all' ? [...kind.vendors] : isVendor(body.vendor) ? [body.vendor] : []
  if (vendors.length === 0) return { refused: `vendor is all or one of ${VENDORS.join(', ')}` }
  const other = vendors.find((vendor) => !kind.vendors.includes(vendor))
  if (other) return { refused: `${other} has no switch ${name}` }
  const count = body.times ?? 1
  const times = count === '' || count === 'always' ? null : Number(count)
  if (times !== null && (!Number.isInteger(times) || times < 0))
    return { refused: 'times is a whole number, or always' }
  const value = String(body.value || (kind.value?.standard ?? ''))
  return vendors.map((vendor) => ({ vendor, switch: name, value, times }))
}

const overview = (state: SandboxState) => ({
  public_url: state.publicUrl(),
  switches: state.switches.all(),
  available: SWITCHES,
  webhooks: Object.fromEntries(VENDORS.map((vendor) => [vendor, state.webhooks.target(vendor)?.url ?? null])),
  deliveries: state.webhooks.log().reverse(),
})
