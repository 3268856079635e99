import { FolderInUse, lockFolder } from '../folder-lock.ts'

const folder = process.argv[2]!
try {
  await lockFolder(folder)
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  console.log('locked')
} catch (error) {
  if (!(error instanceof FolderInUse)) throw error
  console.log(`in use by ${error.pid}`)
}
