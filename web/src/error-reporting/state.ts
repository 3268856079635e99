/** Whether this document is being recorded; separate, so that reading it does not load the reporter. */
let recording = false

export const isRecordingReplay = (): boolean => recording
export const setRecordingReplay = (on: boolean): void => {
  recording = on
}
