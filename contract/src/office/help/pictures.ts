/** The pixels of each picture of the handbook, as the story takes it. */
export const PICTURE = { width: 1280, height: 800 } as const

/** Where the shop serves a picture of the handbook. */
export const pathOfPicture = (name: string): string => `/handbook/${name}.jpg`
