/** Whether this document is being recorded for error reports; here so that asking does not load the reporter. */
let recording = false

export const isRecordingReplay = (): boolean => recording
export const setRecordingReplay = (on: boolean): void => {
  recording = on
}
