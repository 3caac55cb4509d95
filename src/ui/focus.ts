/** Number of frames to wait for a field that never renders. */
const patience = 60

/** Focuses a field that the same update renders or opens, as soon as it is in the page. */
export function focusSoon(id: string, frames = patience): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id)
    field?.focus()
    // A group passes the focus on to its first part.
    if (!field?.contains(document.activeElement) && frames > 0) focusSoon(id, frames - 1)
  })
}
