/**
 * Stores a cookie that the server reads with each page; not for secrets, since any script can read it.
 * @param seconds its lifetime; 0 deletes it
 */
export function storeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}
