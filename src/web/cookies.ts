/**
 * Keeps a cookie that the server reads with each page; no secret, since any script can read it.
 * @param seconds how long; 0 forgets it
 */
export function storeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}
