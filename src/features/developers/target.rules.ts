/** Whether a host's name is the machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Whether an address may be a webhook's: https, or http on the machine itself, without a name and password. */
export function isTarget(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && username === '' && password === ''
}
