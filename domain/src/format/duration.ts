import { language } from './language.ts'
import { wordFor } from './words.ts'

const UNITS = [
  ['week', 'semaine', 604_800],
  ['day', 'jour', 86_400],
  ['hour', 'heure', 3_600],
  ['minute', 'minute', 60],
  ['second', 'seconde', 1],
] as const

const whole = (seconds: number) => Math.max(0, Math.floor(seconds))

/** A duration in words, omitting units that are zero: 845 is '14 minutes 5 seconds', 0 is '0 seconds'. */
export function durationWords(seconds: number): string {
  let remaining = whole(seconds)
  const words: string[] = []
  for (const [english, french, length] of UNITS) {
    const count = Math.floor(remaining / length)
    remaining -= count * length
    const unit = language() === 'fr' ? french : english
    if (count > 0) words.push(`${count} ${wordFor(count, [unit, `${unit}s`])}`)
  }
  return words.join(' ') || (language() === 'fr' ? '0 seconde' : '0 seconds')
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** A duration as a clock: mm:ss, or hh:mm:ss from one hour up. Hours are not limited to 24: 90000 is '25:00:00'. */
export function durationClock(seconds: number): string {
  const remaining = whole(seconds)
  const hours = Math.floor(remaining / 3_600)
  const clock = `${twoDigits(Math.floor(remaining / 60) % 60)}:${twoDigits(remaining % 60)}`
  return hours > 0 ? `${twoDigits(hours)}:${clock}` : clock
}
