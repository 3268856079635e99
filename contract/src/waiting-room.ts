/** The page of an event's waiting room, what all its pages ask for, and the file that recomputes its draw. */
export const QUEUE_PAGE = '/queue/:slug/'
export const QUEUE_STATE = '/queue/:slug/state.json'
export const QUEUE_DRAW = '/queue/:slug/draw/'

export const queuePath = (slug: string): string => QUEUE_PAGE.replace(':slug', slug)
