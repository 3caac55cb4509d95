/** Whether a host name means the machine itself. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Other ports below 1024 belong to other services, such as mail and SSH. */
const isWebPort = (port: string) => port === '' || port === '443' || Number(port) > 1023

/** Whether a URL may be a webhook's: https, or http on the machine itself, on a web port, without credentials. */
export function isTarget(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isSafe && isWebPort(port) && username === '' && password === ''
}
