let audio: AudioContext | undefined

/** A short high tone for a ticket that is let in and two low ones for any other, and the same as vibration. */
export function signal(isLetIn: boolean): void {
  navigator.vibrate?.(isLetIn ? 80 : [200, 80, 200])
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const tones = isLetIn ? [880] : [220, 220]
  for (const [n, frequency] of tones.entries()) {
    const tone = new OscillatorNode(audio, { frequency, type: isLetIn ? 'sine' : 'square' })
    tone.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination)
    tone.start(audio.currentTime + n * 0.25)
    tone.stop(audio.currentTime + n * 0.25 + 0.15)
  }
}
