// Loaded into the server before its own code. When `npm start` is killed without warning, the pipe to it breaks. The server
// then shuts down cleanly instead of keeping the port and the database.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
