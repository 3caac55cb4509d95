import css from './face.module.css'
import { surfaceClass } from './surface.tsx'

/** How a person or a thing is pictured: its photo, `isWide` for a cover, or its initials on the colour of a service's surface. */
export type Faced = { name: string; image?: string | null | undefined; surface?: string | undefined; isWide?: boolean; isLarge?: boolean }

/** The first letters of the first and the last word of a name. Arabic letters stay apart by a joiner of no width. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /\p{L}|\p{N}/u.test(word))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen.map((word = '') => /\p{L}|\p{N}/u.exec(word)?.[0].toLocaleUpperCase() ?? '').join('\u200C')
}

/** A round photo or initials. Decorative: the name is next to it. */
export function Face({ name, image, surface = 'hardCourt', isWide = false, isLarge }: Faced) {
  if (image)
    return (
      <img data-face className={css[isWide ? 'cover' : 'face']} src={image} alt="" loading="lazy" width={isWide ? 50 : 32} height={32} />
    )
  return (
    <span data-face data-large={isLarge} className={`${css['face']} ${css['initials']} ${surfaceClass(surface)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
