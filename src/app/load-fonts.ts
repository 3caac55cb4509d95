/** Loads the fonts: the link to them is disabled in each page, so that they do not delay its scripts. Until then others of the same size stand in. */
export function loadFonts(): void {
  document.querySelector('body > link[rel="stylesheet"]')?.removeAttribute('disabled')
}
