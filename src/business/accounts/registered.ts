const registered = 'registered'

/** Remembers in this tab who has just registered, for the sign-in that follows; no error where storage is refused. */
export function rememberRegistered(email: string): void {
  try {
    sessionStorage.setItem(registered, email)
  } catch {
    // The address is typed again.
  }
}

/** The address that was just registered in this tab, once; '' without one. */
export function consumeRegistered(): string {
  try {
    const email = sessionStorage.getItem(registered) ?? ''
    sessionStorage.removeItem(registered)
    return email
  } catch {
    return ''
  }
}
