import css from './key-caps.module.css'
import { singleKeysAreOn } from './single-keys.ts'

/** Keys that are pressed one after another, as on their caps; nothing while they are switched off. @param keys such as `G C` */
export function KeyCaps({ keys }: { keys: string }) {
  if (!singleKeysAreOn()) return null
  return (
    <span className={`${css['keys']} ltr`} aria-hidden="true">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
