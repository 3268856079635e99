// Loaded into the server before its own code. When `npm start` is killed without warning, the pipe to it breaks: then the server
// ends too, in good order, instead of staying behind with the port and the database.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
