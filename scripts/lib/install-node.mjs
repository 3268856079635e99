import { installNode } from './other-node.mjs'
import { main } from './run.mjs'

/** `node scripts/lib/install-node.mjs VERSION` prints the path of that version of Node, and installs it first if it is missing. */
await main(async () => console.log(await installNode(process.argv[2])))
