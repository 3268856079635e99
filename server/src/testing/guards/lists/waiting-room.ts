import { type Guard, guard } from '../guard.ts'

const ROOM = 'waiting-room/waiting-room.test.ts'
const RACE = 'waiting-room/race.test.ts'

/** Guards of the waiting room. */
export const ROOM_GUARDS: Guard[] = [
  guard('waiting-room-pass', 'a buyer passes by the waiting room', 'waiting-room/gate.test.ts'),
  guard('change-after-the-queue', 'a change of a ticket passes by the waiting room', 'waiting-room/gate.test.ts'),
  guard('join-before-draw', 'a place joins during the draw, and never gets a number', RACE, { as: 'sql``' }),
  guard('secret-until-drawn', 'the secret of a draw is published before it', 'waiting-room/page.test.ts'),
  guard('drawn-once', 'a second draw changes the numbers', ROOM, { without: ".where('drawn_at', 'is', null)" }),
  guard('one-browser-per-place', 'a key that was copied lets two browsers in', ROOM),
]
