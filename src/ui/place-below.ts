/**
 * Puts an open popover below what opened it, or above where there is no room, and within the window.
 * @param edge the edge that both share, in the direction of the page
 */
export function placeBelow(popover: HTMLElement, opener: Element, edge: 'start' | 'end'): void {
  const { left, right, bottom, top } = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const isRtl = document.documentElement.dir === 'rtl'
  const x = isRtl === (edge === 'end') ? left : right - width
  popover.style.left = `${Math.max(Math.min(x, window.innerWidth - width - 8), 8)}px`
  popover.style.top = `${bottom + height + 8 > window.innerHeight ? Math.max(top - height - 4, 8) : bottom + 4}px`
}
