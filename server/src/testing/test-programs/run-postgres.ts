import { startPostgres } from '../database/postgres.ts'

delete process.env.TEST_DATABASE_URL
const { url } = await startPostgres()
console.log(url)
setInterval(() => {}, 1000)
