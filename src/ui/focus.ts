/** Frames after which a field that was never drawn is no longer waited for. */
const patience = 60

/** Moves the focus to a field that the same update draws or opens, as soon as it stands in the page. */
export function focusSoon(id: string, frames = patience): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id)
    field?.focus()
    if (document.activeElement !== field && frames > 0) focusSoon(id, frames - 1)
  })
}
