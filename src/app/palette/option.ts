import type { Place, Plans } from '#lib/addresses.ts'
import type { Faced } from '#ui/face.tsx'

/** An entry of the palette: its label, what it is, how it is pictured, the keys that lead there, and what choosing it does. */
export type PaletteOption = {
  id: string
  label: string
  /** Further words that find it. */
  also?: string
  /** A second line, such as a phone number or an amount. */
  note?: string
  kind?: string
  face?: Faced
  icon?: string
  keys?: string | undefined
  /** Where it leads, or what it does. */
  act: Place | Plans | (() => void)
}

/** Options under one heading. */
export type OptionGroup = { id: 'recent' | 'acts' | 'pages' | 'records'; options: PaletteOption[] }
