/** Whether a host's name is the machine itself. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Ports below 1024 are of other services than the web's, such as mail and SSH. */
const isWebPort = (port: string) => port === '' || port === '443' || Number(port) > 1023

/** Whether an address may be a webhook's: https, or http on the machine itself, on a port of the web, without a name and password. */
export function isTarget(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isSafe && isWebPort(port) && username === '' && password === ''
}
