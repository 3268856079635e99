import { fileURLToPath } from 'node:url'

/** Where the web workspace is built. The same for a source and for the bundle, whose folders are beside each other. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** The files that browsers load. */
export const CLIENT_DIR = `${WEB_DIST}/client`
