import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { enterRoom } from './enter.ts'
import { joinRoom } from './join.ts'
import { findPlace, type Place } from './room.ts'

/** A place as a program reads it. */
const placeView = ({ publicId, number, called, passUntil }: Place, now: Date) => ({
  public_id: publicId,
  number,
  called,
  pass_seconds: Math.max(0, Math.ceil(((passUntil?.getTime() ?? 0) - now.getTime()) / 1000)),
})

export function waitingRoomRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'join_queue', async (body, { ip, now }) => {
    const joined = await joinRoom(deps, body, ip)
    return joined.ok ? { ...placeView(joined.place, now), key: joined.key } : joined
  })
  handle(app, deps, 'my_place', async (body, { now }) => {
    const found = await findPlace(deps.db, body)
    return found.ok ? placeView(found.place, now) : found
  })
  handle(app, deps, 'enter_queue', async (body, { session, now }) => {
    const entered = await enterRoom(deps, body, session)
    return entered.ok ? placeView(entered.place, now) : entered
  })
}
