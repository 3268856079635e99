/** Whether a host name, as in a URL, means this machine. Names under `localhost` never leave it (RFC 6761). */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
